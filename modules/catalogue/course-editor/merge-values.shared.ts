/** A path at which both authors changed the value, with both versions. */
export type Conflict = {
  /** Names and ids from the outside in: ['faqs', '#12', 'body', '3']. */
  path: readonly string[]
  mine: unknown
  theirs: unknown
}
export type Side = 'mine' | 'theirs'

/** The choices at conflicts, by `conflictKey`; mine by default. */
export type Choices = Readonly<Record<string, Side>>
export const conflictKey = ({ path }: Pick<Conflict, 'path'>): string => path.join('\u0000')

export type MergeResult<T> = { value: T; conflicts: Conflict[] }

/**
 * Merges two changes of one value. Changes that only one author made are applied: fields one by one, list items by
 * their ids, and texts by paragraphs. A change that both made is not a conflict.
 */
export function mergeValues<T>(base: T, mine: T, theirs: T, choices: Choices = {}): MergeResult<T> {
  const conflicts: Conflict[] = []
  const merge: Merge = (path, values) => {
    const [original, first, other] = values
    if (isSame(first, other) || isSame(original, other)) return first
    if (isSame(original, first)) return other
    if (isRecord(first) && isRecord(other))
      return mergeRecords(merge, path, isRecord(original) ? original : {}, first, other)
    if (Array.isArray(first) && Array.isArray(other) && areItems([...first, ...other])) {
      const lists = [Array.isArray(original) ? original : [], first, other] as const
      return isIndivisible(path, lists) ? choose(path, first, other) : mergeItems(merge, path, lists)
    }
    const parts = values.map(partsOf)
    if (parts.every((list) => list !== null) && typeof original === typeof first && typeof first === typeof other) {
      const list = mergeLists(merge, path, parts as [Parts, Parts, Parts], typeof first === 'string')
      return typeof first === 'string' ? list.join('') : list
    }
    return choose(path, first, other)
  }
  const choose = (path: readonly string[], item: unknown, other: unknown) => {
    conflicts.push({ path, mine: item, theirs: other })
    return choices[conflictKey({ path })] === 'theirs' ? other : item
  }
  merge.choose = choose
  return { value: merge([], [base, mine, theirs]) as T, conflicts }
}

type Values = readonly [base: unknown, mine: unknown, theirs: unknown]
type Parts = readonly unknown[]
type Merge = {
  (path: readonly string[], values: Values): unknown
  choose?: (path: readonly string[], mine: unknown, theirs: unknown) => unknown
}
type Item = Record<string, unknown>

const isRecord = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (item: unknown, other: unknown): boolean =>
  item === other || canonicalJson(item) === canonicalJson(other)

/** JSON with sorted keys: the order of a record's fields is irrelevant. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  ) ?? ''

function mergeRecords(merge: Merge, path: readonly string[], base: Item, mine: Item, theirs: Item): Item {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const isDeletions = (name: string) =>
    deletionFields.has(name) && [mine[name], theirs[name]].every((value) => value === undefined || Array.isArray(value))
  const entries = names
    .filter((name) => !isDeletions(name))
    .map((name) => {
      const value = merge([...path, name], [base[name], mine[name], theirs[name]])
      return [name, value] as const
    })
  const merged = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  for (const name of names.filter(isDeletions)) {
    merged[name] = remainingDeletions([...listOf(mine[name]), ...listOf(theirs[name])], merged)
  }
  return merged
}

/**
 * The fields with the ids of stored items that an author deleted: the server deletes them even if they are sent as
 * well.
 */
const deletionFields: ReadonlySet<string> = new Set(['deleted', 'modulesForDeletion'])

/** The fields with the ids of items that such a list deletes. */
const deletableIdFields = ['question_id', 'faq_id'] as const satisfies readonly (typeof idFields)[number][]

const listOf = (value: unknown): Parts => (Array.isArray(value) ? value : [])

/** The ids to delete, except for those of items that the merged record still has. */
function remainingDeletions(ids: Parts, merged: Item): unknown[] {
  const remaining = Object.values(merged).flatMap((list) => listOf(list).map(idOf))
  return [...new Set(ids)].filter(
    (id) => !deletableIdFields.some((field) => remaining.includes(`${field}:${String(id)}`)),
  )
}

/** The fields that identify an item of a list: its own id before the ids that it refers to. */
const idFields = [
  'component_id',
  'section_id',
  'chapter_id',
  'question_id',
  'faq_id',
  'course_id',
  'course_question_bank_id',
  'id',
] as const

export const idOf = (item: unknown): string | null => {
  if (!isRecord(item)) return null
  const name = idFields.find((field) => typeof item[field] === 'number' || typeof item[field] === 'string')
  return name ? `${name}:${String(item[name])}` : null
}

const areItems = (list: readonly unknown[]): boolean => list.length > 0 && list.every((item) => idOf(item) !== null)

/**
 * Whether a list can only be taken as a whole: its ids are not unique, or its items depend on each other.
 */
function isIndivisible(path: readonly string[], [base, mine, theirs]: Lists): boolean {
  if ([base, mine, theirs].some((list) => new Set(list.map(idOf)).size < list.length)) return true
  // New options of both have the same number, and the options of both could have two right answers or the same place.
  if (path.at(-1) !== 'options') return false
  const [before, here, there] = [base, mine, theirs].map(keyOfOptions)
  return before !== here && before !== there
}

const keyOfOptions = (options: Parts): string =>
  canonicalJson((options as Item[]).map(({ id, correct = false, order }) => ({ id, correct, order })))

type Lists = readonly [base: Parts, mine: Parts, theirs: Parts]

/**
 * The items of both, each merged with its other version; an item that one deleted and the other changed is a conflict.
 */
function mergeItems(merge: Merge, path: readonly string[], [base, mine, theirs]: Lists): unknown[] {
  const byId = (list: Parts) => new Map(list.map((item) => [idOf(item)!, item]))
  const [before, here, there] = [byId(base), byId(mine), byId(theirs)]
  return mergeOrder([...before.keys()], [...here.keys()], [...there.keys()]).flatMap((id) => {
    const at = [...path, `#${id}`]
    const values = [before.get(id), here.get(id), there.get(id)] as const
    const item = merge(at, values)
    return item === undefined ? [] : [item]
  })
}

/**
 * All ids of both, in my order if I moved any, otherwise in theirs. An id that only the other has stays behind the id
 * that it followed there.
 */
function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const inBoth = (list: readonly string[], others: readonly string[]) => list.filter((id) => others.includes(id))
  const isMoved = (list: readonly string[]) => inBoth(base, list).join() !== inBoth(list, base).join()
  const [leading, following] = isMoved(mine) || !isMoved(theirs) ? [mine, theirs] : [theirs, mine]
  const order = [...leading]
  following.forEach((id, index) => {
    if (order.includes(id)) return
    const previous = following.slice(0, index).findLast((other) => order.includes(other))
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id)
  })
  return order
}

/** The end of a paragraph: a line break in a plain text, or the end of a block in HTML. */
const paragraphEnd = /(?<=<\/(?:p|li|h[1-6]|tr|blockquote|pre|ul|ol|table|div)>)|(?<=\n)/

/** A text by paragraphs, and a list without ids by its items. */
const partsOf = (value: unknown): Parts | null => {
  if (typeof value === 'string') return value.split(paragraphEnd).filter(Boolean)
  return Array.isArray(value) ? value : null
}

/** Above this number of pairs, a text is one paragraph: comparing it would block the page. */
const maxPairs = 4_000_000

/**
 * Merges lists around the parts of the base that both still have. A gap between them that both changed is a conflict.
 */
function mergeLists(
  merge: Merge,
  path: readonly string[],
  [base, mine, theirs]: readonly [Parts, Parts, Parts],
  isText: boolean,
): unknown[] {
  const texts = [base, mine, theirs].map((list) => list.map(canonicalJson)) as [string[], string[], string[]]
  const inMine = commonSubsequence(texts[0], texts[1])
  const inTheirs = commonSubsequence(texts[0], texts[2])
  const merged: unknown[] = []
  let [from, fromMine, fromTheirs] = [0, 0, 0]
  const takeUntil = (to: number, toMine: number, toTheirs: number) => {
    const gap = [base.slice(from, to), mine.slice(fromMine, toMine), theirs.slice(fromTheirs, toTheirs)] as const
    merged.push(...mergeGap(merge, [...path, String(from)], gap, isText))
  }
  base.forEach((_, index) => {
    const [atMine, atTheirs] = [inMine.get(index), inTheirs.get(index)]
    if (atMine === undefined || atTheirs === undefined) return
    takeUntil(index, atMine, atTheirs)
    merged.push(mine[atMine])
    ;[from, fromMine, fromTheirs] = [index + 1, atMine + 1, atTheirs + 1]
  })
  takeUntil(base.length, mine.length, theirs.length)
  return merged
}

function mergeGap(
  merge: Merge,
  path: readonly string[],
  [base, mine, theirs]: readonly [Parts, Parts, Parts],
  isText: boolean,
): Parts {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine
  if (isSame(base, mine)) return theirs
  const areAligned = base.length === mine.length && base.length === theirs.length
  if (areAligned && base.length > 1) {
    return base.map((_, index) => mergePart(merge, [...path, String(index)], [base[index], mine[index], theirs[index]]))
  }
  if (areAligned && isRecord(mine[0]) && !isBlock(mine[0])) return [merge(path, [base[0], mine[0], theirs[0]])]
  const insertedParts = withInserted(base, mine, theirs) ?? withInserted(base, theirs, mine)
  if (insertedParts) return insertedParts
  const join = (parts: Parts) => (isText ? parts.join('') : parts)
  const choice = merge.choose!(path, join(mine), join(theirs))
  return isText ? [choice] : (choice as Parts)
}

/**
 * The parts that one author changed in place, with those that the other inserted between them; null for other changes.
 */
function withInserted(base: Parts, changedParts: Parts, longerParts: Parts): Parts | null {
  if (base.length === 0 || changedParts.length !== base.length || longerParts.length <= base.length) return null
  const places = commonSubsequence(base.map(canonicalJson), longerParts.map(canonicalJson))
  if (places.size < base.length) return null
  const parts = [...longerParts]
  for (const [index, place] of places) parts[place] = changedParts[index]
  return parts
}

/** A paragraph is merged as a whole. */
function mergePart(merge: Merge, path: readonly string[], values: Values): unknown {
  const [base, mine, theirs] = values
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine
  if (isSame(base, mine)) return theirs
  return typeof mine === 'string' || isBlock(mine) ? merge.choose!(path, mine, theirs) : merge(path, values)
}

/** A paragraph of a rich text. */
const isBlock = (value: unknown): boolean =>
  isRecord(value) && typeof value.type === 'string' && (Array.isArray(value.content) || isRecord(value.attrs))

/** The positions of the longest common subsequence, from one list to the other. */
function commonSubsequence(item: readonly string[], other: readonly string[]): Map<number, number> {
  const positions = new Map<number, number>()
  if (item.length * other.length > maxPairs) return positions
  const width = other.length + 1
  const lengths = new Uint32Array((item.length + 1) * width)
  for (let i = item.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        item[i] === other[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  for (let i = 0, j = 0; i < item.length && j < other.length; ) {
    if (item[i] === other[j]) positions.set(i++, j++)
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return positions
}
