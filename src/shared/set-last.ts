/** Sets a value of a map as its last one; of more than `most` the first is forgotten. */
export function setLast<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  for (const first of map.keys()) return void map.delete(first);
}
