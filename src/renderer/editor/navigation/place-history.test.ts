import { expect, test } from 'vitest';
import { mapPlaces, noPlaces, type PlaceHistory, step, type Visited, visit } from './place-history.ts';

const isNear = (one: Visited, other: Visited) => one.path === other.path && Math.abs(one.at - other.at) <= 10;
const after = (...places: [string, number][]) =>
  places.reduce<PlaceHistory>((history, [path, at]) => visit(history, { path, at }, isNear), noPlaces);
const present = ({ places, present: at }: PlaceHistory) => places[at];
const back = (history: PlaceHistory, isThere = (_: Visited) => true) => step(history, -1, isThere);

test('one goes back by the places that one came by, and forward again', () => {
  const there = after(['a', 0], ['a', 100], ['b', 0]);
  const once = back(there);
  const twice = once && back(once);
  expect(once && present(once)).toEqual({ path: 'a', at: 100 });
  expect(twice && present(twice)).toEqual({ path: 'a', at: 0 });
  expect(twice && back(twice)).toBe(null);
  const forward = twice && step(twice, 1, () => true);
  expect(forward && present(forward)).toEqual({ path: 'a', at: 100 });
});

test('a place near the present one takes its place, and leaves what is ahead', () => {
  const once = back(after(['a', 0], ['a', 105], ['b', 0]));
  const looked = once && visit(once, { path: 'a', at: 100 }, isNear);
  expect(looked && present(looked)).toEqual({ path: 'a', at: 100 });
  expect(looked?.places).toEqual([
    { path: 'a', at: 0 },
    { path: 'a', at: 100 },
    { path: 'b', at: 0 },
  ]);
});

test('whoever goes elsewhere after going back forgets what was ahead', () => {
  const once = back(after(['a', 0], ['b', 0]));
  expect(once && visit(once, { path: 'c', at: 0 }, isNear).places.map(({ path }) => path)).toEqual(['a', 'c']);
});

test('what is not there any more is passed over', () => {
  const once = back(after(['a', 0], ['gone', 0], ['b', 0]), ({ path }) => path !== 'gone');
  expect(once && present(once)).toEqual({ path: 'a', at: 0 });
});

test('no more than a hundred places are kept, the last ones', () => {
  const many = after(...Array.from({ length: 150 }, (_, at): [string, number] => ['a', at * 100]));
  expect(many.places).toHaveLength(100);
  expect(present(many)).toEqual({ path: 'a', at: 14_900 });
});

test('places go along with their text', () => {
  const moved = mapPlaces(after(['a', 0], ['a', 100]), ({ path, at }) => ({ path, at: at + 5 }));
  expect(moved.places.map(({ at }) => at)).toEqual([5, 105]);
});
