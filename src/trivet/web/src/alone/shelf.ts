// A shelf in IndexedDB: names and bytes, put there together or not at all.

const THINGS = "things";

export interface Shelf {
  /** The name of an error, or nothing. */
  change(add: [string, Uint8Array][], put: [string, Uint8Array][], drop: string[]): Promise<string>;
  find(prefix: string): Promise<[string, Uint8Array][]>;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((settle, fail) => {
    request.onsuccess = () => settle(request.result);
    request.onerror = () => fail(request.error ?? new Error("UnknownError"));
  });
}

export async function openShelf(name: string): Promise<Shelf> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(THINGS);
  const db = await done(opening);
  return {
    change(add, put, drop) {
      return new Promise((settle) => {
        let deed: IDBTransaction | undefined;
        try {
          deed = db.transaction(THINGS, "readwrite", { durability: "strict" });
          const things = deed.objectStore(THINGS);
          for (const [key, data] of add) things.add(data, key);
          for (const [key, data] of put) things.put(data, key);
          for (const key of drop) things.delete(key);
          deed.oncomplete = () => settle("");
          deed.onabort = () => settle(deed?.error?.name ?? "AbortError");
        } catch (error) {
          deed?.abort(); // all of it or nothing
          settle(error instanceof Error ? error.name : "UnknownError");
        }
      });
    },
    async find(prefix) {
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const things = db.transaction(THINGS).objectStore(THINGS);
      const [names, data] = await Promise.all([done(things.getAllKeys(range)), done(things.getAll(range))]);
      return names.map((name, at) => [String(name), data[at] as Uint8Array]);
    },
  };
}
