import { expect, test } from 'vitest'
import { conflictKey, mergeValues } from './merge-values.shared.ts'

const faq = (faq_id: number, title: string, body = '') => ({ faq_id, title, body })
const html = (...paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join('')

test('fields that different authors changed are both taken', () => {
  const base = { name: 'Signs', minutes: 5, states: [1, 2] }
  expect(mergeValues(base, { ...base, name: 'Road signs' }, { ...base, minutes: 9, states: [1, 2, 3] })).toEqual({
    value: { name: 'Road signs', minutes: 9, states: [1, 2, 3] },
    conflicts: [],
  })
})

test('items are merged by their ids: changed, added, moved and deleted ones of both', () => {
  const base = [faq(1, 'Ice'), faq(2, 'Rain'), faq(3, 'Fog'), faq(4, 'Wind')]
  const mine = [faq(4, 'Wind'), faq(1, 'Black ice'), faq(2, 'Rain'), faq(-7, 'Hail'), faq(3, 'Fog')]
  const theirs = [faq(1, 'Ice'), faq(2, 'Rain', 'Slow down.'), faq(9, 'Sun'), faq(4, 'Wind')]
  const { value, conflicts } = mergeValues(base, mine, theirs)
  expect(conflicts).toEqual([])
  expect(value.map(({ faq_id }) => faq_id)).toEqual([4, 1, 2, 9, -7])
  expect(value[1]).toEqual(faq(1, 'Black ice'))
  expect(value[2]).toEqual(faq(2, 'Rain', 'Slow down.'))
})

test('an item that one author deleted and the other changed is a conflict', () => {
  const base = [faq(1, 'Ice'), faq(2, 'Rain')]
  const merge = (choices = {}) => mergeValues(base, [faq(2, 'Rain')], [faq(1, 'Black ice'), faq(2, 'Rain')], choices)
  const { value, conflicts } = merge()
  expect(conflicts).toEqual([{ path: ['#faq_id:1'], mine: undefined, theirs: faq(1, 'Black ice') }])
  expect(value).toEqual([faq(2, 'Rain')])
  expect(merge({ [conflictKey(conflicts[0]!)]: 'theirs' }).value).toEqual([faq(1, 'Black ice'), faq(2, 'Rain')])
})

test('a text is merged by paragraphs, in HTML and in lines', () => {
  const base = { body: html('One.', 'Two.', 'Three.'), note: 'a\nb\nc' }
  const mine = { body: html('One, mine.', 'Two.', 'Three.'), note: 'a\nb\nc\nmine' }
  const theirs = { body: html('One.', 'Two.', 'New.', 'Three, theirs.'), note: 'theirs\na\nb\nc' }
  const { value, conflicts } = mergeValues(base, mine, theirs)
  expect(value.body).toBe(html('One, mine.', 'Two.', 'New.', 'Three, theirs.'))
  expect(conflicts).toEqual([])
  expect(value.note).toBe('theirs\na\nb\nc\nmine')
})

test('a paragraph that both changed is one conflict, and the rest of the text is merged around it', () => {
  const base = html('One.', 'Two.', 'Three.', 'Four.')
  const mine = html('One.', 'Two, mine.', 'Three.', 'Four, mine.')
  const theirs = html('One, theirs.', 'Two, theirs.', 'Three.', 'Four.')
  const { value, conflicts } = mergeValues({ body: base }, { body: mine }, { body: theirs })
  expect(conflicts).toEqual([{ path: ['body', '0', '1'], mine: '<p>Two, mine.</p>', theirs: '<p>Two, theirs.</p>' }])
  expect(value.body).toBe(html('One, theirs.', 'Two, mine.', 'Three.', 'Four, mine.'))
  const merged = mergeValues(
    { body: base },
    { body: mine },
    { body: theirs },
    { [conflictKey(conflicts[0]!)]: 'theirs' },
  )
  expect(merged.value.body).toBe(html('One, theirs.', 'Two, theirs.', 'Three.', 'Four, mine.'))
})

test('a lesson is merged by its blocks, and a block that both changed is one conflict', () => {
  const block = (text: string, type = 'paragraph') => ({ type, content: [{ type: 'text', text }] })
  const lesson = (...blocks: object[]) => ({ content: { type: 'doc', content: blocks } })
  const base = lesson(block('Ice', 'heading'), block('One.'), block('Two.'))
  const mine = lesson(block('Black ice', 'heading'), block('One.'), block('Two, mine.'))
  const theirs = lesson(block('Ice', 'heading'), block('One.'), block('New.'), block('Two, theirs.'))
  const { value, conflicts } = mergeValues(base, mine, theirs)
  expect(conflicts).toEqual([
    { path: ['content', 'content', '2'], mine: [block('Two, mine.')], theirs: [block('New.'), block('Two, theirs.')] },
  ])
  expect(value).toEqual(mine)
  const longerLesson = lesson(block('Ice', 'heading'), block('One.'), block('New.'), block('Two.'))
  expect(mergeValues(base, mine, longerLesson).value).toEqual(
    lesson(block('Black ice', 'heading'), block('One.'), block('New.'), block('Two, mine.')),
  )
})

test('the same change by both is not a conflict, and field order is ignored', () => {
  const both = { a: 2, b: [{ id: 1, x: 1 }] }
  expect(mergeValues({ a: 1, b: [{ id: 1, x: 0 }] }, both, { b: [{ x: 1, id: 1 }], a: 2 } as never).conflicts).toEqual(
    [],
  )
})

test('every difference is a conflict without a known base, and nothing is dropped', () => {
  const { value, conflicts } = mergeValues(null as never, { a: 1, list: [faq(1, 'x')] }, { a: 2, list: [faq(2, 'y')] })
  expect(conflicts.map(({ path }) => path)).toEqual([['a']])
  expect(value).toEqual({ a: 1, list: [faq(2, 'y'), faq(1, 'x')] })
})

test('an item that the other author changed and that is chosen is not deleted', () => {
  const base = { faqs: [faq(1, 'Ice'), faq(2, 'Rain'), faq(3, 'Fog')], deleted: [] as number[] }
  const mine = { faqs: [faq(2, 'Rain')], deleted: [1, 3] }
  const theirs = { faqs: [faq(1, 'Black ice'), faq(2, 'Rain'), faq(3, 'Fog')], deleted: [] }
  const { value, conflicts } = mergeValues(base, mine, theirs)
  expect(conflicts.map(({ path }) => path)).toEqual([['faqs', '#faq_id:1']])
  expect(value).toEqual(mine)
  const merged = mergeValues(base, mine, theirs, { [conflictKey(conflicts[0]!)]: 'theirs' })
  expect(merged.value).toEqual({ faqs: [faq(1, 'Black ice'), faq(2, 'Rain')], deleted: [3] })
})

test('changes recovered on a newer revision delete nothing that the merged value contains', () => {
  const mine = { faqs: [faq(2, 'Rain')], deleted: [1] }
  const theirs = { faqs: [faq(1, 'Ice'), faq(2, 'Rain')], deleted: [] }
  const { value, conflicts } = mergeValues(null as unknown as typeof mine, mine, theirs)
  expect(conflicts).toEqual([])
  expect(value).toEqual({ faqs: [faq(1, 'Ice'), faq(2, 'Rain')], deleted: [] })
})

test('the deleted questions of a quiz are never a conflict, even if the list is missing in a version', () => {
  const question = (question_id: number, title: string) => ({ question_id, title })
  const base = { name: 'Exam', questions: [question(1, 'a'), question(2, 'b')], modulesForDeletion: [] as number[] }
  const theirs = { name: 'Final', questions: [question(1, 'a'), question(2, 'b')] }
  const mine = { ...base, questions: [question(2, 'b')], modulesForDeletion: [1] }
  expect(mergeValues(base, mine, theirs as typeof base)).toEqual({
    value: { name: 'Final', questions: [question(2, 'b')], modulesForDeletion: [1] },
    conflicts: [],
  })
})

test('lists whose ids repeat are one conflict as a whole', () => {
  const pool = (course_question_bank_id: number, count: number) => ({ course_question_bank_id, count })
  const base = { questionPools: [pool(1, 5), pool(1, 3), pool(2, 4)] }
  const mine = { questionPools: [pool(1, 6), pool(1, 3), pool(2, 4)] }
  const theirs = { questionPools: [pool(1, 5), pool(1, 3)] }
  const { value, conflicts } = mergeValues(base, mine, theirs)
  expect(conflicts).toEqual([{ path: ['questionPools'], mine: mine.questionPools, theirs: theirs.questionPools }])
  expect(value).toEqual(mine)
  const [key] = conflicts.map(conflictKey)
  expect(mergeValues(base, mine, theirs, { [key!]: 'theirs' }).value).toEqual(theirs)
  const once = { questionPools: [pool(1, 5), pool(2, 4)] }
  const merged = mergeValues(
    once,
    { questionPools: [pool(1, 6), pool(2, 4)] },
    { questionPools: [pool(1, 5), pool(2, 9)] },
  )
  expect(merged).toEqual({ value: { questionPools: [pool(1, 6), pool(2, 9)] }, conflicts: [] })
})

test.each([
  ['new options of both with the same number', [true, false, null], [true, false, false]],
  ['different right answers of both', [false, true], [false, false, true]],
])('%s are one conflict of all options', (_, mineCorrect, theirsCorrect) => {
  const option = (id: number, text: string, correct: boolean) => ({ id, text, correct })
  const optionsOf = (marks: readonly (boolean | null)[], name: string) => ({
    options: marks.map((correct, index) =>
      option(index + 1, index < 2 ? `Option ${index}` : `New, ${name}`, correct === true),
    ),
  })
  const base = optionsOf([true, false], '')
  const [mine, theirs] = [optionsOf(mineCorrect, 'mine'), optionsOf(theirsCorrect, 'theirs')]
  const { value, conflicts } = mergeValues(base, mine, theirs)
  expect(conflicts).toEqual([{ path: ['options'], mine: mine.options, theirs: theirs.options }])
  expect(value).toEqual(mine)
})

test('texts of different options are merged, also with new options of one author', () => {
  const option = (id: number, text: string) => ({ id, text, correct: id === 1 })
  const base = { options: [option(1, 'a'), option(2, 'b')] }
  const mine = { options: [option(1, 'a, mine'), option(2, 'b'), option(3, 'c')] }
  const theirs = { options: [option(1, 'a'), option(2, 'b, theirs')] }
  expect(mergeValues(base, mine, theirs)).toEqual({
    value: { options: [option(1, 'a, mine'), option(2, 'b, theirs'), option(3, 'c')] },
    conflicts: [],
  })
})

test('random changes of different items and paragraphs never conflict and are never lost', () => {
  let seed = 20_261_129
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % limit
  }
  for (let round = 0; round < 200; round++) {
    const base = Array.from({ length: 6 }, (_, id) => faq(id + 1, `Title ${id}`, html('a', 'b', 'c', 'd', 'e')))
    const split = 1 + random(4)
    const mine = base.map((item, index) =>
      index < split ? { ...item, title: `${item.title} mine ${random(9)}` } : item,
    )
    const theirs = base.map((item, index) =>
      index >= split ? { ...item, body: html('a', `b ${random(9)}`, 'c') } : item,
    )
    const { value, conflicts } = mergeValues(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(value).toEqual(base.map((_, index) => (index < split ? mine[index] : theirs[index])))
  }
})
