//! A server for one person on one machine: it shows a report, and lets people rate answers in a browser.
//!
//! It listens on the loopback address only. Every request has to know the token in the address, which is random for each start, and to
//! name this machine; one that changes something has to come from a page of ours. What it hands out is on a list: the files of a report
//! by its `files.json`, the tables of a rating by their names in the folder. Nothing is kept in memory between requests: files are the
//! only truth, so a crash loses what was not yet sent.

mod address;
mod error;
mod guard;
mod ratings;
mod reply;
mod report_files;
mod routes;
mod shared;
mod site;

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

pub use error::{Result, ServerError};
pub use site::Site;

use address::Address;
use routes::router;
use shared::Shared;

/// A server that has its port, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

impl Server {
    /// Takes a port of the loopback address; any free one if it is 0.
    pub fn bind(site: Site, port: u16) -> Result<Self> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|source| ServerError::Port { port, source })?;
        listener.set_nonblocking(true)?;
        let address = Address::random(listener.local_addr()?.port())?;
        Ok(Self { listener, shared: Arc::new(Shared { site, address }) })
    }

    /// What a browser has to be given, with the token.
    pub fn address(&self) -> String {
        self.shared.address.to_string()
    }

    /// Answers until Ctrl-C. Answers under way are finished.
    pub fn run(self) -> Result<()> {
        // One thread: it is one person who clicks, and what is answered lies in small files.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let until = async {
                // Without a handler Ctrl-C ends the program as it ends others.
                if tokio::signal::ctrl_c().await.is_err() {
                    std::future::pending::<()>().await;
                }
            };
            axum::serve(listener, router(self.shared)).with_graceful_shutdown(until).await?;
            Ok(())
        })
    }
}
