/** What `make` gives for each key, made once. With `most`, everything is forgotten before more keys than that are known. */
export function memoized<K, V>(make: (key: K) => V, most = Infinity): (key: K) => V {
  const known = new Map<K, { readonly value: V }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = make(key);
    if (known.size >= most) known.clear();
    known.set(key, { value });
    return value;
  };
}

/** The same for objects, each known for as long as it is used elsewhere. */
export function memoizedWeakly<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = make(key);
    known.set(key, { value });
    return value;
  };
}
