import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile, type Part, type Pieces, part, pieces } from './compile.ts'

// Few templates, so that many trees have the same ones in other places.
const templates = [['a'], ['b ', ''], ['', ' c ', ''], ['d ', ', ', ' e ', '']]
type Tree = Pieces & { readonly values: readonly unknown[] }

const partOf = (value: Part) => ({ [part]: value })
const fragment = (tree: Tree) => ({ [pieces]: tree })

const { tree } = fc.letrec<{ tree: Tree; slot: unknown }>((tie) => ({
  tree: fc
    .constantFrom(...templates)
    .chain((strings) =>
      fc
        .array(tie('slot'), { minLength: strings.length - 1, maxLength: strings.length - 1 })
        .map((values) => ({ strings, values })),
    ),
  slot: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, 1, 'text', true, [1, 2], [], 'a', partOf({ kind: 'json', value: { x: 1 } })),
    fc.constantFrom('n', 'm.n').map((name) => partOf({ kind: 'name', name })),
    fc.constant(partOf({ kind: 'array', values: ['x', null] })),
    fc.constant(partOf({ kind: 'rows', rows: { one: 1, two: '2' }, columns: [] })),
    tie('tree').map((inner) => fragment(inner as Tree)),
    fc.array(
      tie('tree').map((inner) => fragment(inner as Tree)),
      { minLength: 1, maxLength: 3 },
    ),
  ),
}))

/** The same tree of templates that nobody has seen before. */
function unseen({ strings, values }: Tree): Tree {
  const fresh = (value: unknown): unknown => {
    if (Array.isArray(value) && value.some(isFragment)) return value.map(fresh)
    return isFragment(value) ? fragment(unseen(value[pieces])) : value
  }
  return { strings: [...strings], values: values.map(fresh) }
}

const isFragment = (value: unknown): value is { [pieces]: Tree } =>
  typeof value === 'object' && value !== null && pieces in value

test('a statement gets the text and parameters of its own pieces, whatever the same templates were part of before', () => {
  fc.assert(
    fc.property(tree, (one) => {
      const expected = compile(unseen(one))
      expect(compile(one)).toEqual(expected)
      expect(compile(one)).toEqual(expected)
    }),
    { numRuns: 3_000 },
  )
})

test('the text of a shape is put together once, also where the shapes of a template are many', () => {
  const outer = ['x ', ' y ', '']
  const inner = Array.from({ length: 40 }, (_, n) => [`n${n} = `, ''])
  for (let round = 0; round < 2; round++) {
    for (const [n, strings] of inner.entries()) {
      const values = [fragment({ strings, values: [n] }), round]
      expect(compile({ strings: outer, values })).toEqual({
        text: `x n${n} = $1 y $2`,
        params: [
          { text: String(n), type: 0 },
          { text: String(round), type: 0 },
        ],
      })
    }
  }
})
