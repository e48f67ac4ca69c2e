//! Lists what a spec can claim: the theorems, and the statements that it makes of columns and formulas which it names.

use super::comparison::rank_correlation::RankCorrelation;
use super::comparison::scaling_exponent::ScalingExponent;
use super::comparison::smaller_risk_on_average::SmallerRiskOnAverage;
use super::comparison::stated_expectation::StatedExpectation;
use super::comparison::stated_value::StatedValue;
use super::comparison::usually_smaller::UsuallySmaller;
use super::conjecture::Conjecture;
use super::definition::{Claim, ClaimText};
use super::theorem::{self, Theorem, TheoremClaim, TheoremSeed};
use perceptron::documented::{Documentation, Key, Member, Shape, Shaped};
use serde::de::{self, MapAccess};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::LazyLock;

/// Declares the statements of columns and formulas that a spec names, each with why it is no theorem and the idea of its proof.
macro_rules! registered {
    ($($member:ident: $reason:literal, $proof:literal;)*) => {
        /// A claim of a spec, with its own keys.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Registered {
            /// A theorem, or a variation of one.
            Theorem(TheoremClaim),
            $(
                #[doc = concat!("The statement `", stringify!($member), "`.")]
                $member($member),
            )*
        }

        /// The documentation of the statements, why each is no theorem, and what is known of its proof.
        const STATEMENTS: &[(Documentation, &str, &str)] = &[$(($member::DOC, $reason, $proof)),*];

        impl Registered {
            /// Returns the documentation of what is claimed.
            pub fn documentation(&self) -> Documentation {
                match self {
                    Self::Theorem(claim) => claim.theorem().documentation,
                    $(Self::$member(_) => $member::DOC,)*
                }
            }

            fn statement_shapes() -> Vec<Member> {
                vec![$(Member {
                    doc: Some($member::DOC),
                    ..Member::followed($member::DOC.name, <$member as Shaped>::shape())
                }),*]
            }
        }

        impl std::ops::Deref for Registered {
            type Target = dyn Claim;

            fn deref(&self) -> &Self::Target {
                match self {
                    Self::Theorem(claim) => claim,
                    $(Self::$member(claim) => claim,)*
                }
            }
        }

        impl Serialize for Registered {
            fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                let name = self.documentation().name;
                let mut map = out.serialize_map(Some(1))?;
                match self {
                    Self::Theorem(claim) => map.serialize_entry(name, claim)?,
                    $(Self::$member(claim) => map.serialize_entry(name, claim)?,)*
                }
                map.end()
            }
        }

        impl<'de> de::Visitor<'de> for RegisteredName {
            type Value = Registered;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("the name of a claim with its own keys")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Registered, A::Error> {
                let name = map.next_key::<String>()?;
                let name = name.ok_or_else(|| de::Error::custom("a claim has a name"))?;
                if let Some(theorem) = Theorem::named(&name) {
                    return map.next_value_seed(TheoremSeed(theorem)).map(Registered::Theorem);
                }
                $(if name == $member::DOC.name {
                    return map.next_value().map(Registered::$member);
                })*
                Err(de::Error::custom(format!("no claim is named `{name}`")))
            }
        }
    };
}

registered! {
    StatedValue: "the number is known for one construction only",
        "Known from a computation by hand or by another program for this construction (docs/theory.md, section 4).";
    StatedExpectation: "the number is known for one distribution only",
        "Known from a computation by hand or by another program for this construction (docs/theory.md, section 4).";
    SmallerRiskOnAverage: "a comparison of two variants: it depends on them", "No theorem: the data decide. Both variants see the same samples, and the wealth from bets against the claim, one per\npair, grows without bound if the claim is wrong.";
    UsuallySmaller: "a comparison of two variants: it depends on them", "No theorem: the data decide. Both variants see the same samples, and the wealth from bets against the claim, one per\npair, grows without bound if the claim is wrong.";
    ScalingExponent: "an illustration of an asymptotic law",
        "No theorem about one run: a slope of logarithms over the cells, with an interval by order statistics of independent batches.";
    RankCorrelation: "an illustration that assumes no law",
        "No theorem about one run: Spearman's correlation of ranks over the cells, compared with a number stated before the run.";
    Conjecture: "a conjecture that a spec states; it has no proof",
        "Stated by this spec, without a proof. One trial, or bets on its expectation, can refute it.";
}

/// Reads a claim from its name and its own keys.
struct RegisteredName;

impl<'de> Deserialize<'de> for Registered {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        input.deserialize_map(RegisteredName)
    }
}

impl Shaped for Registered {
    fn shape() -> Shape {
        let theorems = theorem::all().iter().map(|theorem| Member {
            doc: Some(theorem.documentation),
            ..Member::followed(theorem.name, theorem::shape(theorem))
        });
        Shape::Choice(theorems.chain(Self::statement_shapes()).collect())
    }
}

impl Registered {
    /// The documentation of everything that a spec can claim: the theorems, then the statements of columns and formulas.
    pub fn docs() -> &'static [Documentation] {
        static DOCS: LazyLock<Vec<Documentation>> = LazyLock::new(|| {
            let theorems = theorem::all().iter().map(|theorem| theorem.documentation);
            let statements = STATEMENTS.iter().map(|(doc, ..)| *doc);
            theorems.chain(statements).collect()
        });
        &DOCS
    }

    /// A claim that the program itself states, such as `online-mistake-bound = {}`: its name with its own keys, as TOML.
    ///
    /// # Panics
    /// There is no such claim.
    pub fn built_in(text: &str) -> Self {
        toml::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The keys by which a claim replaces a part of the theorem that it names.
    pub fn replacing_keys() -> Vec<Key> {
        theorem::replacing_keys()
    }

    /// Whether a theorem has this name.
    pub fn is_name_of_theorem(name: &str) -> bool {
        Theorem::named(name).is_some()
    }

    /// The own keys of a theorem.
    pub fn own_keys(name: &str) -> Vec<Key> {
        let theorem = Theorem::named(name);
        let keys = theorem.into_iter().flat_map(|theorem| &theorem.keys);
        let keys = keys.filter(|key| !key.is_retired);
        keys.map(|key| key.shape()).collect()
    }

    /// Returns the text to print for this claim: the one that the claim makes from its keys, otherwise its documentation.
    pub fn printed(&self) -> ClaimText {
        self.text()
            .unwrap_or_else(|| ClaimText::of(&self.documentation()))
    }

    /// Whether the claim, refuted for two variants, holds for them in the other order, so that it can compare each of several variants with each.
    pub fn compares_both_ways(&self) -> bool {
        matches!(self, Self::SmallerRiskOnAverage(own) if own.at_most.is_zero())
    }

    /// Returns the id of a claim to which the spec gives none: its name, or the relation of a conjecture.
    pub fn plain_id(&self) -> String {
        match self {
            Self::Conjecture(conjecture) => conjecture.relation(),
            named => named.documentation().name.to_owned(),
        }
    }
}

/// Returns the numbers in docs/theory.md of the statements that a theorem of this name is; none if it is no theorem.
pub fn numbers(name: &str) -> &'static [String] {
    Theorem::named(name).map_or(&[], |theorem| &theorem.number)
}

/// Returns the idea of the proof of a claim, in lines; `None` if no claim has this name.
pub fn proof(name: &str) -> Option<&'static str> {
    let theorem = Theorem::named(name).map(|theorem| theorem.proof.trim());
    let statement = || STATEMENTS.iter().find(|(doc, ..)| doc.name == name);
    theorem.or_else(|| statement().map(|(_, _, proof)| *proof))
}

/// Returns the places of the formal proofs of a theorem, such as "proofs/Perceptron.v, novikoff"; none if it has none.
pub fn formal_places(name: &str) -> Vec<String> {
    let names = formal(name).unwrap_or_default().split(", ");
    let places = names.filter_map(|name| name.split_once('.'));
    let places = places.map(|(file, theorem)| format!("proofs/{file}.v, {theorem}"));
    places.collect()
}

/// Returns the files and the names of the theorems that were proved formally, such as `Perceptron.novikoff`, with ", " between them; `None` if none was.
pub fn formal(name: &str) -> Option<&'static str> {
    Theorem::named(name).and_then(|theorem| theorem.formal.as_deref())
}

/// Returns why what this name claims need not hold where its premises do; `None` if it is a theorem, or if no claim has this name.
pub fn not_a_theorem(name: &str) -> Option<&'static str> {
    let theorem = Theorem::named(name);
    let own = theorem.and_then(|theorem| theorem.not_a_theorem.as_deref());
    let statement = || STATEMENTS.iter().find(|(doc, ..)| doc.name == name);
    own.or_else(|| statement().map(|(_, reason, _)| *reason))
}
