//! Mounts the app.

#[cfg(target_arch = "wasm32")]
fn main() {
    webcard::ui::crash::install();
    webcard::mount();
}

/// The app runs in a browser; elsewhere there is only the library.
#[cfg(not(target_arch = "wasm32"))]
fn main() {}
