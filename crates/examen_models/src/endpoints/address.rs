//! The address of an endpoint.

use super::EndpointError;

/// An address as far as `/v1`: scheme, host, port and path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    text: String,
    host: String,
    is_tls: bool,
}

impl Address {
    /// Reads an address. Users, passwords and queries are refused: they would be kept with the replies.
    pub fn parse(text: &str) -> Result<Self, EndpointError> {
        let wrong = |reason| EndpointError::Address { reason };
        let (is_tls, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err(wrong("it has to begin with http:// or https://")),
        };
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(wrong("a user or password in it would be kept; keys come from EXAMEN_API_KEY"));
        }
        if rest.contains(['?', '#']) {
            return Err(wrong("it has a query or a fragment"));
        }
        let host = match authority.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => authority.split(':').next().unwrap_or_default(),
        };
        if host.is_empty() || rest.contains(|it: char| it.is_whitespace() || it.is_control()) {
            return Err(wrong("it names no host"));
        }
        Ok(Self { text: text.trim_end_matches('/').to_owned(), host: host.to_owned(), is_tls })
    }

    /// The address without a stroke at its end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The host.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether nobody else can read along.
    pub fn is_tls(&self) -> bool {
        self.is_tls
    }

    /// Whether it is this machine.
    pub fn is_loopback(&self) -> bool {
        let is_loopback = |ip: std::net::IpAddr| ip.is_loopback();
        self.host == "localhost" || self.host.parse().is_ok_and(is_loopback)
    }

    /// The address of a path below it.
    pub(super) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.text)
    }

    /// The address of a path beside `/v1`.
    pub(super) fn beside(&self, path: &str) -> String {
        format!("{}{path}", self.text.strip_suffix("/v1").unwrap_or(&self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn addresses_have_neither_users_nor_queries() {
        let host = |text: &str| Address::parse(text).map(|address| address.host().to_owned()).ok();
        assert_eq!(host("http://localhost:8000/v1/").as_deref(), Some("localhost"));
        assert_eq!(host("https://[::1]:1/v1").as_deref(), Some("::1"));
        for wrong in ["ftp://a", "http://", "http://u:p@a/v1", "http://a/v1?key=1", "http://a/#b", "http://a b/"] {
            assert_eq!(host(wrong), None, "{wrong}");
        }
        let is_loopback = |text: &str| Address::parse(text).unwrap().is_loopback();
        assert!(
            is_loopback("http://127.0.0.2:1") && is_loopback("http://[::1]/v1") && is_loopback("https://localhost")
        );
        assert!(!is_loopback("http://10.0.0.1") && !is_loopback("http://localhost.example.org"));
    }
}
