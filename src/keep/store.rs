//! The files in the browser's own database (IndexedDB): one record a file, `{id, name, added, blob}` under its id.
//!
//! Written on the bare interface: it is used for four requests, and the libraries for it cost more than all of this.

use super::{Entry, Keeping};
use crate::stream::blob;
use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, IdbDatabase, IdbObjectStore, IdbRequest, IdbTransaction, IdbTransactionMode};

const DATABASE: &str = "webcard";
const STORE: &str = "files";
const VERSION: u32 = 1;

/// The browser refused: storage is blocked or full, or the window is a private one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused;

impl From<JsValue> for Refused {
    fn from(_: JsValue) -> Self {
        Self
    }
}

/// Keeps a file, in place of the one with the same id.
///
/// # Errors
/// When the browser refuses, which it also may after it has taken all of the bytes.
pub async fn put(entry: &Entry, blob: &Blob) -> Result<(), Refused> {
    let record = Object::new();
    Reflect::set(&record, &"id".into(), &JsValue::from_str(&entry.id))?;
    Reflect::set(&record, &"name".into(), &JsValue::from_str(&entry.name))?;
    Reflect::set(&record, &"added".into(), &JsValue::from_f64(entry.added_ms))?;
    Reflect::set(&record, &"blob".into(), blob)?;
    let access = Access::begin(IdbTransactionMode::Readwrite).await?;
    access.store.put_with_key(&record, &JsValue::from_str(&entry.id))?;
    access.commit().await
}

/// What is kept, in no order. The bytes of the files are not read for this.
///
/// # Errors
/// When the browser refuses.
pub async fn all() -> Result<Vec<Entry>, Refused> {
    let access = Access::begin(IdbTransactionMode::Readonly).await?;
    let records: Array = answer(&access.store.get_all()?).await?.dyn_into()?;
    let entry = |record: JsValue| {
        let field = |name: &str| Reflect::get(&record, &JsValue::from_str(name)).ok();
        let (id, name) = (field("id")?.as_string()?, field("name")?.as_string()?);
        let size = blob::size(&blob_of(&record)?);
        Some(Entry { id, name, size, added_ms: field("added")?.as_f64()?, keeping: Keeping::Kept })
    };
    Ok(records.iter().filter_map(entry).collect())
}

/// The bytes of a file; `None` when there is none with this id.
///
/// # Errors
/// When the browser refuses.
pub async fn get(id: &str) -> Result<Option<Blob>, Refused> {
    let access = Access::begin(IdbTransactionMode::Readonly).await?;
    let record = answer(&access.store.get(&JsValue::from_str(id))?).await?;
    Ok(blob_of(&record))
}

/// Forgets a file. Harmless when it is not there.
///
/// # Errors
/// When the browser refuses.
pub async fn remove(id: &str) -> Result<(), Refused> {
    let access = Access::begin(IdbTransactionMode::Readwrite).await?;
    access.store.delete(&JsValue::from_str(id))?;
    access.commit().await
}

fn blob_of(record: &JsValue) -> Option<Blob> {
    Reflect::get(record, &"blob".into()).ok()?.dyn_into().ok()
}

/// One transaction. The database is closed with it, so that it stands in no other tab's way.
struct Access {
    database: IdbDatabase,
    transaction: IdbTransaction,
    store: IdbObjectStore,
}

impl Access {
    async fn begin(mode: IdbTransactionMode) -> Result<Self, Refused> {
        let factory = web_sys::window().ok_or(Refused)?.indexed_db()?.ok_or(Refused)?;
        let request = factory.open_with_u32(DATABASE, VERSION)?;
        let opened = request.clone();
        let create = Closure::<dyn Fn()>::new(move || {
            let database = opened.result().and_then(JsCast::dyn_into::<IdbDatabase>);
            // Where this fails, so does the request, and that is heard below.
            let _ = database.map(|database| database.create_object_store(STORE));
        });
        request.set_onupgradeneeded(Some(create.as_ref().unchecked_ref()));
        let database: IdbDatabase = answer(&request).await?.dyn_into()?;
        let transaction = database.transaction_with_str_and_mode(STORE, mode)?;
        let store = transaction.object_store(STORE)?;
        Ok(Self { database, transaction, store })
    }

    /// A request that succeeds may still be undone, for want of room; so this waits for the end of all.
    async fn commit(self) -> Result<(), Refused> {
        let transaction = &self.transaction;
        settled(|done, failed| {
            transaction.set_oncomplete(Some(done));
            transaction.set_onabort(Some(failed));
        })
        .await
    }
}

impl Drop for Access {
    fn drop(&mut self) {
        self.database.close();
    }
}

async fn answer(request: &IdbRequest) -> Result<JsValue, Refused> {
    settled(|done, failed| {
        request.set_onsuccess(Some(done));
        request.set_onerror(Some(failed));
    })
    .await?;
    Ok(request.result()?)
}

/// Waits for one of two events.
async fn settled(listen: impl Fn(&Function, &Function)) -> Result<(), Refused> {
    JsFuture::from(Promise::new(&mut |done, failed| listen(&done, &failed))).await?;
    Ok(())
}
