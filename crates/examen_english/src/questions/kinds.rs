//! What kind of question: by its first words (`CodeQA`'s Table 6), and by what it is after (Table 5).

/// The first words of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuestionType {
    /// What …
    What,
    /// How …
    How,
    /// Where …
    Where,
    /// When …
    When,
    /// Why …
    Why,
    /// For what purpose …
    ForWhatPurpose,
    /// Does …, is …, can …
    YesNo,
    /// Who, which, till when, by how much, in which direction.
    Other,
}

impl QuestionType {
    /// All types, in the order of the paper's table.
    pub const ALL: [Self; 8] =
        [Self::What, Self::How, Self::Where, Self::When, Self::Why, Self::ForWhatPurpose, Self::YesNo, Self::Other];

    /// The type as it is written in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::What => "what",
            Self::How => "how",
            Self::Where => "where",
            Self::When => "when",
            Self::Why => "why",
            Self::ForWhatPurpose => "for-what-purpose",
            Self::YesNo => "yes-no",
            Self::Other => "other",
        }
    }

    /// The type of a question.
    pub fn of(question: &str) -> Self {
        let lower = question.to_lowercase();
        let first = lower.split(' ').next().unwrap_or("");
        match first {
            "what" => Self::What,
            "how" => Self::How,
            "where" => Self::Where,
            "when" => Self::When,
            "why" => Self::Why,
            _ if lower.starts_with("for what purpose") => Self::ForWhatPurpose,
            _ if crate::inflection::is_auxiliary(first) => Self::YesNo,
            _ => Self::Other,
        }
    }
}

/// What a question is after: the paper's taxonomy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// What the code does.
    Functionality,
    /// Why it is there.
    Purpose,
    /// What holds before, after and around it.
    Property,
    /// How it is done.
    Workflow,
}

impl Category {
    /// All categories, in the order of the paper's table.
    pub const ALL: [Self; 4] = [Self::Functionality, Self::Purpose, Self::Property, Self::Workflow];

    /// The category that questions of a type are of, where nothing else is known.
    pub const fn of_type(kind: QuestionType) -> Self {
        match kind {
            QuestionType::What | QuestionType::Other | QuestionType::YesNo => Self::Functionality,
            QuestionType::How => Self::Workflow,
            QuestionType::Where | QuestionType::When => Self::Property,
            QuestionType::Why | QuestionType::ForWhatPurpose => Self::Purpose,
        }
    }

    /// The category as it is written in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Functionality => "functionality",
            Self::Purpose => "purpose",
            Self::Property => "property",
            Self::Workflow => "workflow",
        }
    }
}
