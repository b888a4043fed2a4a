//! How long to wait before the next attempt.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The longest wait without a word of the server.
const LONGEST: u64 = 60;

/// A random part of a time that doubles with each attempt. It goes by the request, so that a run repeats itself.
pub(super) fn backoff(seed: &str, attempt: u32) -> Duration {
    let most = 1_u64.checked_shl(attempt.min(32)).unwrap_or(LONGEST).min(LONGEST) * 1000;
    let hash = blake3::hash(format!("{seed} {attempt}").as_bytes());
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hash.as_bytes()[..8]);
    Duration::from_millis(u64::from_le_bytes(bytes) % most)
}

/// The wait that headers ask for: milliseconds, seconds, or a date in relation to that of the reply.
pub(super) fn asked_wait(header: impl Fn(&str) -> Option<String>) -> Option<Duration> {
    let number = |name: &str| header(name).and_then(|value| value.trim().parse::<f64>().ok()).filter(|it| *it >= 0.0);
    let seconds = |value: f64| Duration::try_from_secs_f64(value).ok();
    if let Some(milliseconds) = number("retry-after-ms") {
        return seconds(milliseconds / 1000.0);
    }
    if let Some(value) = number("retry-after") {
        return seconds(value);
    }
    let until = date_seconds(&header("retry-after")?)?;
    let system = || SystemTime::now().duration_since(UNIX_EPOCH).map(|time| time.as_secs()).ok();
    let now = header("date").and_then(|date| date_seconds(&date)).or_else(system)?;
    Some(Duration::from_secs(until.saturating_sub(now)))
}

/// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`.
fn date_seconds(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, rest) = text.trim().split_once(", ")?;
    let parts: Vec<&str> = rest.split(' ').collect();
    let [day, month, year, time, "GMT"] = parts[..] else { return None };
    let (day, year): (u64, u64) = (day.parse().ok()?, year.parse().ok()?);
    let month = MONTHS.iter().position(|it| *it == month)? as u64 + 1;
    let clock: Vec<u64> = time.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [hour, minute, second] = clock[..] else { return None };
    if !(1970..3000).contains(&year) || day > 31 || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    // Days by years that begin in March, so that the leap day is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + day - 1;
    let since = days.checked_sub(719_468)?;
    Some(since * 86_400 + hour * 3600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_milliseconds_seconds_or_dates() {
        let wait = |headers: &[(&str, &str)]| {
            let find = |name: &str| headers.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
            asked_wait(find)
        };
        assert_eq!(wait(&[]), None);
        assert_eq!(wait(&[("retry-after", "7")]), Some(Duration::from_secs(7)));
        assert_eq!(wait(&[("retry-after", "9"), ("retry-after-ms", "1500")]), Some(Duration::from_millis(1500)));
        assert_eq!(wait(&[("retry-after", "-1")]), None);
        assert_eq!(wait(&[("retry-after", "soon")]), None);
        let (now, then) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:51:07 GMT");
        assert_eq!(wait(&[("retry-after", then), ("date", now)]), Some(Duration::from_secs(90)));
        // `date -u -d '1994-11-06 08:49:37' +%s`, coreutils 9.1.
        assert_eq!(date_seconds(now), Some(784_111_777));
        assert_eq!(date_seconds("Thu, 29 Feb 2024 00:00:00 GMT"), Some(1_709_164_800));
    }

    #[test]
    fn backoff_doubles_up_to_a_minute_and_repeats_itself() {
        for attempt in 0..80 {
            let most = Duration::from_secs(1 << attempt.min(6)).min(Duration::from_secs(LONGEST));
            assert!(backoff("key", attempt) < most.max(Duration::from_secs(1)), "{attempt}");
            assert_eq!(backoff("key", attempt), backoff("key", attempt));
        }
    }
}
