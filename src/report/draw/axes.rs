//! Draws the axes, their labels and the grid.

use super::fonts::text_width;
use super::frame::Frame;
use super::ruler::Tick;
use super::shapes::{Anchor, Ink, SMALLEST, Shape, fitted, stroke, text_shape, wrapped};
use super::sheet::{GRID, MARGIN, TEXT, TICK_SPACE};
use claims::figure::chart::Axis;

const LABEL: f64 = 28.0;
/// Space in pixels between the two lines of the name of an axis.
const LINE_GAP: f64 = 2.0;
const AXIS: Ink = (90, 90, 90);
const FAINT: Ink = (238, 238, 238);
const BAND: Ink = (243, 245, 247);

impl Frame<'_> {
    pub(super) fn grid(&self) -> Vec<Shape> {
        if self.y.slot().is_some() {
            return vec![];
        }
        let along_x = |at: f64| vec![self.place(at, 0.0), self.place(at, 1.0)];
        let along_y = |at: f64| vec![self.place(0.0, at), self.place(1.0, at)];
        let minor = self
            .x
            .minor()
            .into_iter()
            .map(along_x)
            .chain(self.y.minor().into_iter().map(along_y));
        let x_major = self
            .x
            .ticks()
            .into_iter()
            .filter(|_| self.x.slot().is_none())
            .map(|tick| along_x(tick.at));
        let major = x_major.chain(self.y.ticks().into_iter().map(|tick| along_y(tick.at)));
        let floors = self
            .x
            .floor_ends()
            .map(along_x)
            .into_iter()
            .chain(self.y.floor_ends().map(along_y));
        let faint = minor.map(|path| stroke(path, FAINT, 1.0, None));
        let light = major.map(|path| stroke(path, GRID, 1.0, None));
        let broken = floors.map(|path| stroke(path, AXIS, 1.0, Some((4.0, 6.0))));
        self.bands()
            .into_iter()
            .chain(faint)
            .chain(light)
            .chain(broken)
            .collect()
    }

    /// Shaded bands behind every other category of an axis, so that the eye stays within one.
    fn bands(&self) -> Vec<Shape> {
        let Some(slot) = self.x.slot() else {
            return vec![];
        };
        let shaded = self.x.ticks().into_iter().skip(1).step_by(2);
        let band = |tick: Tick| {
            let (from, to) = (tick.at - slot / 2.0, tick.at + slot / 2.0);
            let outline = [(from, 0.0), (from, 1.0), (to, 1.0), (to, 0.0)]
                .map(|(x, y)| self.place(x, y))
                .to_vec();
            Shape::Area { outline, ink: BAND }
        };
        shaded.map(band).collect()
    }

    pub(super) fn axes(&self, x: &Axis, y: &Axis) -> (Shape, Vec<Shape>) {
        let (right, bottom) = (self.left + self.width, self.top + self.height);
        let corner = vec![(self.left, self.top), (self.left, bottom), (right, bottom)];
        let (below, beside) = if self.downwards { (y, x) } else { (x, y) };
        let mut names = self.name_below(&below.label);
        names.extend(self.name_beside(&beside.label));
        (stroke(corner, AXIS, 2.0, None), names)
    }

    fn name_below(&self, label: &str) -> Vec<Shape> {
        let line = |(index, text, size): (usize, String, f64)| {
            let half = text_width(&text, size, false) / 2.0;
            let middle = (self.left + self.width / 2.0).min(self.sheet.width - MARGIN - half);
            let top = self.top + self.height + TICK_SPACE + index as f64 * (size + LINE_GAP);
            text_shape(&text, (middle, top), size, Anchor::CenterTop)
        };
        let lines = self.name_lines(label, self.sheet.inner_width());
        lines.into_iter().map(line).collect()
    }

    fn name_beside(&self, label: &str) -> Vec<Shape> {
        // On a narrow sheet the name may reach below the axis, down to the name of the other one.
        let room = match self.sheet.is_narrow() {
            true => self.height + TICK_SPACE - 4.0,
            false => self.height,
        };
        let middle = self.top + self.height / 2.0;
        let lines = self.name_lines(label, room);
        let first = MARGIN + 8.0 - (lines.len() as f64 - 1.0) * SMALLEST / 2.0;
        let line = |(index, text, size): (usize, String, f64)| {
            let left = first + index as f64 * (size + LINE_GAP);
            let middle = middle.max(self.top + text_width(&text, size, false) / 2.0);
            text_shape(&text, (left, middle), size, Anchor::Upwards)
        };
        lines.into_iter().map(line).collect()
    }

    /// The lines of the name of an axis with their font sizes: one, or two if the sheet is narrow and one does not fit.
    fn name_lines(&self, label: &str, room: f64) -> Vec<(usize, String, f64)> {
        let is_wide = text_width(label, SMALLEST, false) > room;
        let lines = match self.sheet.is_narrow() && is_wide {
            true => wrapped(label, SMALLEST, room, 2, false),
            false => {
                let (text, size) = fitted(label, LABEL, room, false);
                return vec![(0, text, size)];
            }
        };
        let line = |(index, line): (usize, String)| {
            let (text, size) = fitted(&line, SMALLEST, room, false);
            (index, text, size)
        };
        lines.into_iter().enumerate().map(line).collect()
    }

    pub(super) fn labels_below(&self) -> Vec<Shape> {
        let ruler = if self.downwards { &self.y } else { &self.x };
        let place = |tick: &Tick| {
            (
                self.left + tick.at * self.width,
                self.top + self.height + 12.0,
            )
        };
        let all = ruler.ticks();
        let fine = self.apart(all.clone());
        // If only some of the labels 1, 2, 5, 10 fit, the rest would puzzle; so powers of ten are used alone.
        let kept = match fine.len() < all.len() {
            true => self.apart(ruler.coarse_ticks()),
            false => fine,
        };
        kept.iter()
            .map(|tick| text_shape(&tick.label, place(tick), TEXT, Anchor::CenterTop))
            .collect()
    }

    /// Keeps those of the ticks below the data whose labels do not overlap the label before.
    fn apart(&self, ticks: Vec<Tick>) -> Vec<Tick> {
        let mut free = f64::NEG_INFINITY;
        let fits = |tick: &Tick| {
            let half = text_width(&tick.label, TEXT, false) / 2.0;
            let middle = tick.at * self.width;
            let fits = middle - half >= free;
            if fits {
                free = middle + half + 14.0;
            }
            fits
        };
        ticks.into_iter().filter(fits).collect()
    }

    pub(super) fn labels_beside(&self) -> Vec<Shape> {
        let (ruler, down) = if self.downwards {
            (&self.x, 1.0)
        } else {
            (&self.y, -1.0)
        };
        let from = if self.downwards {
            self.top
        } else {
            self.top + self.height
        };
        let place = |tick: &Tick| (self.left - 12.0, from + down * tick.at * self.height);
        let mut last = f64::NEG_INFINITY;
        let apart = |tick: &Tick| {
            let fits = tick.at * self.height >= last + TEXT;
            if fits {
                last = tick.at * self.height;
            }
            fits
        };
        let label = |tick: Tick| {
            let (text, size) = fitted(&tick.label, TEXT, self.sheet.widest_label(), false);
            text_shape(&text, place(&tick), size, Anchor::RightMiddle)
        };
        ruler.ticks().into_iter().filter(apart).map(label).collect()
    }
}
