import { expect, test } from 'vitest'
import { alignOutlines } from './align-outlines.shared.ts'
import { adoptList, renewList } from './edited-list.shared.ts'
import {
  adoptOutline,
  adoptQuestions,
  changeAt,
  componentsAt,
  duplicateAt,
  type EditedOutline,
  moveTo,
  newChapter,
  newComponent,
  newSection,
  type OutlinePosition,
  removeAt,
  renewOutline,
} from './edited-outline.shared.ts'
import { newQuestion } from './edited-question.shared.ts'
import { conflictKey, mergeValues } from './merge-values.shared.ts'
import { keyOf } from './stable-keys.shared.ts'

const component = (component_id: number, type: 'Content' | 'Quiz') => ({
  component_id,
  key: component_id,
  name: `Component ${component_id}`,
  type,
  timer: { active: true, seconds: 30 },
})
const outline: EditedOutline = [
  {
    chapter_id: 1,
    name: 'One',
    sections: [
      { section_id: 11, name: 'First', components: [component(111, 'Content'), component(112, 'Quiz')] },
      { section_id: 12, name: 'Second', components: [component(121, 'Content')] },
    ],
  },
  { chapter_id: 2, name: 'Two', sections: [] },
]
const option = (id: number, conditional: number[] = []) => ({ id, text: `${id}`, conditional })
const quiz = {
  quiz_id: 7,
  totalQuestions: 2,
  description: 'A quiz',
  questions: [
    { question_id: 71, conditional: [], configuration: { title: 'a', options: [option(1, [72]), option(2)] } },
    { question_id: 72, conditional: ['71:2'], configuration: { title: 'b', options: [] } },
  ],
}
const text = {
  wysiwyg_id: 5,
  content: {
    type: 'doc',
    content: [{ type: 'mediaCard', attrs: { component: 'inline-quiz', quiz_id: 8, questions: [91] } }],
  },
}
const dataByKey = new Map<number, Record<string, unknown>>([
  [111, text],
  [112, quiz],
  [121, text],
])

test('a copy follows its original with new ids, and the original is unchanged', () => {
  const before = structuredClone(outline)
  const [first] = duplicateAt(outline, { chapter: 0, section: 0, component: 1 }, dataByKey)
  expect(outline).toEqual(before)
  const { components } = first!.sections[0]!
  expect(components.map(({ name }) => name)).toEqual(['Component 111', 'Component 112', 'Component 112'])
  const copy = components[2]!
  expect(copy).toMatchObject({ type: 'Quiz', timer: { active: true, seconds: 30 }, data: { description: 'A quiz' } })
  expect(copy.component_id).toBeLessThan(1)
  expect(Object.keys(copy.data!)).not.toContain('quiz_id')
  const [a, b] = copy.data!.questions as typeof quiz.questions
  expect([a!.question_id < 1, b!.question_id < 1, a!.question_id !== b!.question_id]).toEqual([true, true, true])
  expect(b!.conditional).toEqual([`${a!.question_id}:2`])
  expect(a!.configuration.options[0]!.conditional).toEqual([b!.question_id])
})

test('inline questions of a copied text belong to a new quiz', () => {
  const [, copy] = duplicateAt(outline, { chapter: 0, section: 1, component: 0 }, dataByKey)[0]!.sections[1]!.components
  expect(copy!.data).toEqual({
    content: { type: 'doc', content: [{ type: 'mediaCard', attrs: { component: 'inline-quiz', questions: [91] } }] },
  })
})

test('a section or chapter is copied with all its contents', () => {
  const [chapter] = duplicateAt(outline, { chapter: 0, section: 0 }, dataByKey)
  expect(chapter!.sections.map(({ name }) => name)).toEqual(['First', 'First', 'Second'])
  const all = duplicateAt(outline, { chapter: 0 }, dataByKey)
  expect(all.map(({ name }) => name)).toEqual(['One', 'One', 'Two'])
  expect(componentsAt(all, { chapter: 1 }).map(({ name }) => name)).toEqual([
    'Component 111',
    'Component 112',
    'Component 121',
  ])
  const ids = all.flatMap(({ chapter_id, sections }) => [
    chapter_id,
    ...sections.flatMap(({ section_id, components }) => [
      section_id,
      ...components.map((component) => component.component_id),
    ]),
  ])
  expect(new Set(ids).size).toBe(ids.length)
})

test('an item keeps its key when the server assigns its id, so that a save loses no cursor', () => {
  const [chapter, section] = [newChapter('New'), newSection('New')]
  const outline = [{ ...chapter, sections: [{ ...section, components: [newComponent('Quiz', 'Quiz')] }] }]
  const [part] = outline[0]!.sections[0]!.components
  const saved = [
    {
      ...chapter,
      chapter_id: 901,
      sections: [{ ...section, section_id: 902, components: [{ ...part!, component_id: 903 }] }],
    },
  ]
  const [adopted] = adoptOutline(outline, outline, saved, new Map())
  expect(adopted).toMatchObject({
    chapter_id: 901,
    sections: [{ section_id: 902, components: [{ component_id: 903 }] }],
  })
  expect([901, 902].map(keyOf)).toEqual([chapter.chapter_id, section.section_id])
  const { questions } = adoptQuestions(
    { questions: [{ question_id: -70 }, { question_id: 4 }] },
    new Map([[-70, 904]]),
  ) as {
    questions: { question_id: number }[]
  }
  expect(questions.map(({ question_id }) => [question_id, keyOf(question_id)])).toEqual([
    [904, -70],
    [4, 4],
  ])
})

const questionOf = (question_id: number, title: string, conditional: string[] = []) => {
  const question = newQuestion('registration')
  return { ...question, question_id, conditional, configuration: { ...question.configuration, title } }
}
const titles = ({ questions }: { questions: { configuration: { title: string } }[] }) =>
  questions.map(({ configuration }) => configuration.title)

test('keeping mine recreates a question deleted by another author, and updates what depends on it', () => {
  const mine = { questions: [questionOf(5, 'Mine'), questionOf(6, 'Stays', ['5:1'])], deleted: [4] }
  const { questions, deleted } = renewList(mine, [{ question_id: 6 }])
  const [again, stays] = questions
  expect(again!.question_id).toBeLessThan(1)
  expect(keyOf(again!.question_id)).toBe(5)
  expect(stays).toMatchObject({ question_id: 6, conditional: [`${again!.question_id}:1`] })
  expect([titles({ questions }), deleted]).toEqual([['Mine', 'Stays'], [4]])
})

test('an item added by another author keeps its id and never takes the id of a new one', () => {
  const [addedQuestion, lateQuestion] = [questionOf(-8, 'New'), questionOf(-9, 'Late')]
  const list = { questions: [questionOf(5, 'First'), addedQuestion, lateQuestion], deleted: [4] }
  // The last one was deleted during the save.
  const now = { questions: [questionOf(5, 'First'), addedQuestion], deleted: [4] }
  const saved = [
    questionOf(5, 'First'),
    questionOf(20, 'Of another author'),
    questionOf(31, 'New'),
    questionOf(32, 'Late'),
  ]
  const { questions, deleted } = adoptList(now, list, saved)
  expect(questions.map(({ question_id, configuration }) => [question_id, configuration.title])).toEqual([
    [5, 'First'],
    [31, 'New'],
    [20, 'Of another author'],
  ])
  expect(deleted).toEqual([32])
})

test("parts of a discarded draft are recreated from the page's data, and the rest are listed", () => {
  const [first] = outline
  const [start, end] = first!.sections
  const mine: EditedOutline = [
    {
      ...first!,
      sections: [
        { ...start!, components: [component(111, 'Content'), { ...component(112, 'Quiz'), data: quiz }] },
        { ...end!, components: [component(121, 'Content')] },
      ],
    },
  ]
  const theirs = [{ ...first!, sections: [{ ...end!, components: [component(121, 'Content')] }] }]
  const { outline: renewed, lostNames } = renewOutline(mine, theirs, {}, new Map())
  const [chapter] = renewed
  const [again, section] = chapter!.sections
  expect([chapter!.chapter_id, section!.section_id, section!.components[0]!.component_id]).toEqual([1, 12, 121])
  expect([again!.section_id, ...again!.components.map(({ component_id }) => component_id)].every((id) => id < 1)).toBe(
    true,
  )
  expect(again!.components[1]!.data).toMatchObject({ description: 'A quiz', questions: [{}, {}] })
  expect(JSON.stringify(again!.components[1]!.data)).not.toMatch(/"question_id":7[12]|"quiz_id"/)
  expect(lostNames).toEqual(['Component 111'])
  expect(renewOutline(mine, theirs, { 111: text }, new Map()).lostNames).toEqual([])
})

test('a remaining quiz gets back a question deleted by another author', () => {
  const mine = [
    {
      ...outline[1]!,
      sections: [{ section_id: 11, name: '', components: [{ ...component(112, 'Quiz'), data: quiz }] }],
    },
  ]
  const { outline: renewed } = renewOutline(mine, mine, {}, new Map([[112, [72]]]))
  const { questions } = renewed[0]!.sections[0]!.components[0]!.data as typeof quiz
  const [again, stays] = questions
  expect(again!.question_id).toBeLessThan(1)
  expect(stays).toMatchObject({ question_id: 72, conditional: [`${again!.question_id}:2`] })
})

test('changes of two lessons of an outline are merged, with the keys of this page; contents of one lesson may conflict', () => {
  const lesson = (component_id: number, name: string, data?: object) => ({
    component_id,
    key: component_id,
    name,
    type: 'Content' as const,
    timer: { active: false, seconds: 0 },
    ...(data && { data: { ...data } }),
  })
  const outlineOf = (...components: ReturnType<typeof lesson>[]) => [
    { chapter_id: 1, name: 'One', sections: [{ section_id: 2, name: 'A', components }] },
  ]
  const base = outlineOf({ ...lesson(10, 'Ice'), key: -5 }, lesson(11, 'Rain'))
  const mine = outlineOf({ ...lesson(10, 'Ice', { text: 'Mine', sample_ind: false }), key: -5 }, lesson(11, 'Rain'))
  const theirs = outlineOf(lesson(12, 'New'), lesson(10, 'Black ice'), lesson(11, 'Heavy rain'))
  const unsaved = { [-5]: { text: 'Before', sample_ind: false } }
  const merge = (stored: object) => {
    const [common, first, other] = alignOutlines([base, mine, theirs], unsaved, { 10: { ...stored } })
    return mergeValues(common as typeof first, first, other)
  }
  const { value, conflicts } = merge({ text: 'Before', sample_ind: true })
  expect(conflicts).toEqual([])
  expect(value[0]!.sections[0]!.components).toMatchObject([
    { component_id: 12, name: 'New' },
    { component_id: 10, key: -5, name: 'Black ice', data: { text: 'Mine', sample_ind: true } },
    { component_id: 11, name: 'Heavy rain' },
  ])
  expect(merge({ text: 'Theirs', sample_ind: false }).conflicts).toMatchObject([{ mine: 'Mine', theirs: 'Theirs' }])
})

/** An outline by the names of its chapters, sections and lessons. */
const outlineOf = (chapters: Record<number, Record<number, readonly number[]>>): EditedOutline =>
  Object.entries(chapters).map(([chapter_id, sections]) => ({
    chapter_id: Number(chapter_id),
    name: `Chapter ${chapter_id}`,
    sections: Object.entries(sections).map(([section_id, ids]) => ({
      section_id: Number(section_id),
      name: `Section ${section_id}`,
      components: ids.map((component_id) => component(component_id, 'Content')),
    })),
  }))
const idsIn = (outline: EditedOutline) =>
  outline.map(({ chapter_id, sections }) => [
    chapter_id,
    sections.map(({ section_id, components }) => [section_id, components.map(({ component_id }) => component_id)]),
  ])
const mergeOutlines = (base: EditedOutline, mine: EditedOutline, theirs: EditedOutline, choices = {}) => {
  const [common, first, other] = alignOutlines([base, mine, theirs], {}, {})
  return mergeValues(common as EditedOutline, first, other, choices)
}
const renamed = (outline: EditedOutline, component_id: number, name: string) =>
  outline.map((chapter) => ({
    ...chapter,
    sections: chapter.sections.map((section) => ({
      ...section,
      components: section.components.map((component) =>
        component.component_id === component_id ? { ...component, name } : component,
      ),
    })),
  }))

test.each([
  ['I move', { 1: { 11: [111], 12: [121, 112] } }, { 1: { 11: [111, 112], 12: [121] } }, [111], [121, 112]],
  [
    'the other author moves',
    { 1: { 11: [111, 112], 12: [121] } },
    { 1: { 11: [111], 12: [112, 121] } },
    [111],
    [112, 121],
  ],
  ['both move', { 1: { 11: [111], 12: [112, 121] } }, { 1: { 11: [111], 12: [121], 13: [112] } }, [111], [112, 121]],
])(
  'a lesson that %s to another section is there once, with the changes of the other',
  (_, here, there, first, second) => {
    const base = outlineOf({ 1: { 11: [111, 112], 12: [121] } })
    for (const isMine of [true, false]) {
      const mine = isMine ? renamed(outlineOf(here), 112, 'Changed') : outlineOf(here)
      const theirs = isMine ? outlineOf(there) : renamed(outlineOf(there), 112, 'Changed')
      const { value, conflicts } = mergeOutlines(base, mine, theirs)
      expect(conflicts).toEqual([])
      const sections = value[0]!.sections.slice(0, 2)
      expect(sections.map(({ components }) => components.map((component) => component.component_id))).toEqual([
        first,
        second,
      ])
      expect(JSON.stringify(value)).toContain('Changed')
    }
  },
)

test('a section that one author moves to another chapter keeps the lessons that the other adds to it', () => {
  const base = outlineOf({ 1: { 11: [111] }, 2: { 21: [211] } })
  const movedOutline = outlineOf({ 1: {}, 2: { 21: [211], 11: [111] } })
  const addedOutline = outlineOf({ 1: { 11: [111, 112] }, 2: { 21: [211] } })
  const after = [
    [1, []],
    [
      2,
      [
        [11, [111, 112]],
        [21, [211]],
      ],
    ],
  ]
  for (const [mine, theirs] of [
    [movedOutline, addedOutline],
    [addedOutline, movedOutline],
  ] as const) {
    const { value, conflicts } = mergeOutlines(base, mine, theirs)
    expect([idsIn(value), conflicts]).toEqual([after, []])
  }
})

test('a lesson moved into a section that the other author deletes stays there, and the rest of it is deleted', () => {
  const base = outlineOf({ 1: { 11: [111, 112] }, 2: { 21: [211] } })
  const movedOutline = outlineOf({ 1: { 11: [111] }, 2: { 21: [211, 112] } })
  const removedOutline = outlineOf({ 1: { 11: [111, 112] } })
  const after = [
    [1, [[11, [111]]]],
    [2, [[21, [112]]]],
  ]
  expect(idsIn(mergeOutlines(base, movedOutline, removedOutline).value)).toEqual(after)
  expect(idsIn(mergeOutlines(base, removedOutline, movedOutline).value)).toEqual(after)
})

test('random moves, deletions, additions and renames keep each part once and lose nothing without a conflict', () => {
  let seed = 20_261_130
  const random = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * limit)
  }
  let last = 0
  /** A random change by one author; each name and each new id is used once. */
  const change = (now: EditedOutline, author: string): EditedOutline => {
    const places = now.flatMap((inChapter, chapter): OutlinePosition[] => [
      { chapter },
      ...inChapter.sections.flatMap((inSection, section): OutlinePosition[] => [
        { chapter, section },
        ...inSection.components.map((_, component) => ({ chapter, section, component })),
      ]),
    ])
    const place = places[random(places.length)]
    if (!place) return now
    last += 1
    const name = `${author} ${last}.`
    const { chapter, section } = place
    const id = (author === 'mine' ? -1 : 1) * (1_000 + last)
    switch (random(6)) {
      case 0:
        return removeAt(now, place)
      case 1:
        return changeAt(now, place, { name })
      case 2:
        return section === undefined
          ? changeAt(now, place, { sections: [...now[chapter]!.sections, { section_id: id, name, components: [] }] })
          : changeAt(
              now,
              { chapter, section },
              { components: [...now[chapter]!.sections[section]!.components, { ...component(id, 'Content'), name }] },
            )
      case 3:
        return [...now, { chapter_id: id, name, sections: [] }]
      default: {
        const kind = (outlinePosition: OutlinePosition) =>
          `${outlinePosition.section === undefined} ${outlinePosition.component === undefined}`
        const targets = places.filter((outlinePosition) => kind(outlinePosition) === kind(place))
        return moveTo(now, place, targets[random(targets.length)]!)
      }
    }
  }
  const namesIn = (value: unknown) => JSON.stringify(value).match(/(?:mine|theirs) \d+\./g) ?? []
  const allIds = (outline: EditedOutline) => [
    ...outline.map(({ chapter_id }) => `chapter ${chapter_id}`),
    ...outline.flatMap(({ sections }) => sections).map(({ section_id }) => `section ${section_id}`),
    ...componentsIn(outline),
  ]
  const componentsIn = (outline: EditedOutline) =>
    outline.flatMap(({ sections }) =>
      sections.flatMap(({ components }) => components.map((component) => component.component_id)),
    )
  const base = outlineOf({
    1: { 11: [111, 112, 113], 12: [121, 122] },
    2: { 21: [211, 212], 22: [] },
    3: { 31: [311] },
  })
  for (let round = 0; round < 400; round++) {
    let [mine, theirs] = [base, base]
    for (let n = random(6); n >= 0; n--) mine = change(mine, 'mine')
    for (let n = random(6); n >= 0; n--) theirs = change(theirs, 'theirs')
    const { value, conflicts } = mergeOutlines(base, mine, theirs)
    const chosen = Object.fromEntries(conflicts.map((conflict) => [conflictKey(conflict), 'theirs']))
    for (const merged of [value, mergeOutlines(base, mine, theirs, chosen).value]) {
      expect(allIds(merged)).toEqual([...new Set(allIds(merged))])
      const mergedNames = new Set(namesIn([merged, conflicts]))
      expect([...namesIn(mine), ...namesIn(theirs)].filter((name) => !mergedNames.has(name))).toEqual([])
      const mergedIds = new Set(componentsIn(merged))
      const inBoth = componentsIn(mine).filter((id) => componentsIn(theirs).includes(id))
      expect(inBoth.filter((id) => !mergedIds.has(id))).toEqual([])
    }
  }
})
