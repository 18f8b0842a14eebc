import { beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { createCourse } from '#modules/catalogue/courses/create-course.ts'
import { createQuestionBank, loadQuestionBank } from '#modules/catalogue/questions/question-banks.ts'
import { openDemo, someone } from '#modules/catalogue/testing/demo.ts'
import { importQuestions, previewQuestions } from './import-questions.ts'
import { UnreadableFile } from './parsed.ts'
import { type CheckedQuestion, refuseKnown } from './question-file.ts'
import { questionTemplates } from './question-template.shared.ts'
import { readQuestions } from './read-questions.ts'

const readBytes = async (bytes: Uint8Array, file_name: string, titles: string[] = []) =>
  refuseKnown(await readQuestions({ bytes, file_name }), titles).questions
const read = (text: string, file_name: string, titles: string[] = []) => readBytes(Buffer.from(text), file_name, titles)
const problemTexts = ({ problems }: CheckedQuestion) =>
  problems.map(({ text, params }) => text[0].replace('{name}', String(params.name)))
/** A compact form: title, type and options with their marks. */
const brief = ({ question, problems, ...row }: CheckedQuestion) =>
  question
    ? [
        question.configuration.title,
        question.lk_question_type_id,
        ...question.configuration.options.map(({ text, correct, match, order }) =>
          [correct ? `*${text}` : text, match, order].filter((part) => part !== undefined).join('|'),
        ),
      ]
    : [row.title, row.lk_question_type_id, problems.length]

describe('CSV', () => {
  test('reads all types, with headings in English', async () => {
    const rows = await read(
      [
        'Type,Question,Option 1,Option 2,Option 3,Correct,Reference,Hint',
        'Single Choice,Where?,At the line,Behind it,,1,Handbook,Look',
        '"Multiple Choice","Which, of ""these""?",Stop,Yield,School,1;2,,',
        'True or False,You may pass.,,,,False,,',
        'Dropdown,Pick,a,b,,B,,',
        'Sort Order,Sort,first,second,third,,,',
        'Matching,Match,Stop = Octagon,Yield -> Triangle,,,,',
        'Short Answer,How far?,,,,12 seconds,,',
        '8,Why?,,,,Because,,',
      ].join('\r\n'),
      'a.csv',
    )
    expect(rows.map(brief)).toEqual([
      ['Where?', 2, '*At the line', 'Behind it'],
      ['Which, of "these"?', 6, '*Stop', '*Yield', 'School'],
      ['You may pass.', 4, 'True', '*False'],
      ['Pick', 5, 'a', '*b'],
      ['Sort', 3, 'first|1', 'second|2', 'third|3'],
      ['Match', 20, 'Stop|Octagon', 'Yield|Triangle'],
      ['How far?', 1],
      ['Why?', 8],
    ])
    expect(rows[0]!.question).toMatchObject({
      references: 'Handbook',
      configuration: { editor: { show_hint: true, hint: 'Look' } },
    })
    expect(rows[6]!.question!.configuration.correct).toBe('12 seconds')
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })

  test.each(['en-us', 'es-es'] as const)('reads the whole template in %s', async (locale) => {
    const readFile = await readQuestions({ bytes: Buffer.from(questionTemplates[locale]), file_name: 'a.csv' })
    const { questions, notes } = refuseKnown(readFile, [])
    expect(notes).toEqual([])
    expect(questions.map((question) => [question.lk_question_type_id, problemTexts(question), question.notes])).toEqual(
      [2, 6, 4, 20, 1].map((type) => [type, [], []]),
    )
  })

  test('reads semicolons and Spanish headings, as Excel on Windows writes them', async () => {
    const text = 'Tipo;Pregunta;Opción 1;Opción 2;Correcta\nOpción única;¿Dónde está?;Aquí;Allá;Allá\n'
    const rows = await readBytes(Buffer.from(text, 'latin1'), 'a.CSV')
    expect(rows.map(brief)).toEqual([['¿Dónde está?', 2, 'Aquí', '*Allá']])
  })

  test('reports every problem with its line, and keeps the other questions usable', async () => {
    const rows = await read(
      [
        'Type,Question,Option 1,Option 2,Correct',
        'Essay?,What?,,,',
        'Single Choice,,a,b,1',
        'Single Choice,No right one,a,b,',
        'Single Choice,Beyond,a,b,3',
        'Single Choice,Same,a,A,1',
        'Matching,Pairs,no pair,x = y,',
        'True or False,Perhaps,,,Maybe',
        'Single Choice,Known,a,b,1',
        'Single Choice,Good,a,b,2',
        'Single Choice, good ,a,b,2',
      ].join('\n'),
      'a.csv',
      ['KNOWN'],
    )
    expect(rows.map(problemTexts)).toEqual([
      ['There is no question type called “Essay?”.'],
      ['The question has no text.'],
      ['Mark exactly one option as correct.'],
      ["The Correct column names an option that doesn't exist: 3."],
      ['Two options have the same text.'],
      ['An option to match must have two parts, such as: Stop sign = Octagon.'],
      ["The Correct column names an option that doesn't exist: Maybe."],
      ['This bank already has this question.'],
      [],
      ['This question is in the file twice.'],
    ])
    expect(rows.filter(({ question }) => question).map(({ title }) => title)).toEqual(['Good'])
  })
})

describe('GIFT', () => {
  test('reads all supported kinds', async () => {
    const rows = await read(
      `// A comment
$CATEGORY: $course$/top/Signs

::Q1:: Where do you stop? { =At the line ~Behind it#no ~%0%Anywhere }

::Q2::[html]<p>Which are <b>red</b>?</p> { ~%50%Stop ~%50%Yield ~%-100%School ####Look }

You may pass on the right. {FALSE#No.}

Match them. { =Stop -> Octagon =Yield -> Triangle }

How far? { =12 seconds =12 s }

Why? {}

You {=must ~may} stop.

Escaped \\: \\{ \\= \\~ { =a\\=b ~c\\~d }

Only words.`,
      'a.gift',
    )
    expect(rows.map(brief)).toEqual([
      ['Where do you stop?', 2, '*At the line', 'Behind it', 'Anywhere'],
      ['Which are red?', 6, '*Stop', '*Yield', 'School'],
      ['You may pass on the right.', 4, 'True', '*False'],
      ['Match them.', 20, 'Stop|Octagon', 'Yield|Triangle'],
      ['How far?', 1],
      ['Why?', 8],
      ['You _____ stop.', 2, '*must', 'may'],
      ['Escaped : { = ~', 2, '*a=b', 'c~d'],
      ['Only words.', null, 1],
    ])
    expect(rows.map(({ line }) => line)).toEqual([4, 6, 8, 10, 12, 14, 16, 18, 20])
  })

  test('reports numeric and open answers as problems', async () => {
    const rows = await read('When? {#1914:5}\n\nOpen? { =a ~b\n\n', 'a.txt')
    expect(rows.map(problemTexts)).toEqual([
      ['This type of question is not supported: {#1914:5}.'],
      ["The answers don't end with “}”."],
    ])
  })
})

const item = (declaration: string, body: string, title = 'Item') => `
  <assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="${title}">
    <responseDeclaration identifier="RESPONSE"><correctResponse>${declaration}</correctResponse></responseDeclaration>
    <itemBody>${body}</itemBody>
  </assessmentItem>`
const choices = (...names: string[]) =>
  names.map((name, index) => `<simpleChoice identifier="c${index}">${name}</simpleChoice>`).join('')
const choice = item(
  '<value>c1</value>',
  `<p>Look.</p><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Where?</prompt>${choices('a &amp; b', 'c')}</choiceInteraction>`,
)

describe('QTI 2', () => {
  test('reads all supported kinds', async () => {
    const file = `<?xml version="1.0"?><items>${[
      choice,
      item(
        '<value>c0</value><value>c2</value>',
        `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>Which?</prompt>${choices('a', 'b', 'c')}</choiceInteraction>`,
      ),
      item(
        '<value>c0</value>',
        `<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Right?</prompt>${choices('True', 'False')}</choiceInteraction>`,
      ),
      item(
        '<value>c2</value><value>c0</value><value>c1</value>',
        `<orderInteraction responseIdentifier="RESPONSE"><prompt>Sort</prompt>${choices('b', 'c', 'a')}</orderInteraction>`,
      ),
      item(
        '<value>s t</value>',
        `<matchInteraction responseIdentifier="RESPONSE"><prompt>Match</prompt><simpleMatchSet><simpleAssociableChoice identifier="s">Stop</simpleAssociableChoice><simpleAssociableChoice identifier="u">Yield</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="t">Octagon</simpleAssociableChoice></simpleMatchSet></matchInteraction>`,
      ),
      item(
        '<value>y</value>',
        `<p>You <inlineChoiceInteraction responseIdentifier="RESPONSE"><inlineChoice identifier="x">may</inlineChoice><inlineChoice identifier="y">must</inlineChoice></inlineChoiceInteraction> stop.</p>`,
      ),
      item('<value>12</value>', `<p>How far? <textEntryInteraction responseIdentifier="RESPONSE"/></p>`),
      item(
        '',
        `<extendedTextInteraction responseIdentifier="RESPONSE"><prompt>Why?</prompt></extendedTextInteraction>`,
      ),
      item('', `<p>Hot</p><hotspotInteraction responseIdentifier="RESPONSE"/>`),
    ].join('')}</items>`
    const rows = await read(file, 'a.xml')
    expect(rows.map(brief)).toEqual([
      ['Look. Where?', 2, 'a & b', '*c'],
      ['Which?', 6, '*a', 'b', '*c'],
      ['Right?', 4, '*True', 'False'],
      ['Sort', 3, 'a|1', 'b|2', 'c|3'],
      ['Match', 20, 1],
      ['You _____ stop.', 5, 'may', '*must'],
      ['How far? _____', 1],
      ['Why?', 8],
      ['Hot', null, 1],
    ])
  })

  test('reads a package in the order of its files, and does not read its manifest as a question', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('<manifest/>'), 'imsmanifest.xml')
    zip.addBuffer(Buffer.from(choice.replace('Where?', 'Second?')), 'items/b.xml')
    zip.addBuffer(Buffer.from(choice), 'items/a.xml')
    zip.end()
    const parts: Buffer[] = []
    for await (const part of zip.outputStream as AsyncIterable<Buffer>) parts.push(part)
    const rows = await readBytes(Buffer.concat(parts), 'a.zip')
    expect(rows.map(({ title, file, line }) => [file, line, title])).toEqual([
      ['items/a.xml', 2, 'Look. Where?'],
      ['items/b.xml', 2, 'Look. Second?'],
    ])
  })

  test.each([
    [
      'entities',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;">]><assessmentItem>&y;</assessmentItem>',
    ],
    [
      'a file of the server',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><assessmentItem>&x;</assessmentItem>',
    ],
    ['torn XML', '<assessmentItem><itemBody>'],
    ['a thousand levels', `<assessmentItem>${'<p>'.repeat(1_000)}${'</p>'.repeat(1_000)}</assessmentItem>`],
  ])('refuses %s', async (_what, text) => {
    await expect(read(text, 'a.xml')).rejects.toThrow(UnreadableFile)
  })

  test('refuses a package that unpacks to more than 20 MB', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.alloc(21 * 1024 * 1024, ' '), 'a.xml')
    zip.end()
    const parts: Buffer[] = []
    for await (const part of zip.outputStream as AsyncIterable<Buffer>) parts.push(part)
    await expect(readBytes(Buffer.concat(parts), 'a.zip')).rejects.toThrow(UnreadableFile)
  })
})

describe('a file of another format', () => {
  test.each([
    ['nothing', '', 'a.csv', 'The first line of a CSV file must have the headings Type and Question.'],
    ['other headings', 'a,b\n1,2', 'a.csv', 'The first line of a CSV file must have the headings Type and Question.'],
    ['no questions', 'Type,Question\n', 'a.csv', 'This file has no questions.'],
    [
      'an open quotation mark',
      'Type,Question\nShort Answer,"Why?\nShort Answer,How?',
      'a.csv',
      'A quotation mark in this file is not closed. Close it or remove it, and choose the file again.',
    ],
    ['a text', 'Hello', 'a.txt', "This file isn't CSV, GIFT, Moodle XML, QTI 1.2 or QTI 2. Choose another file."],
    [
      'bytes',
      '\u0000\u0001{}',
      'a.gift',
      "This file isn't CSV, GIFT, Moodle XML, QTI 1.2 or QTI 2. Choose another file.",
    ],
    [
      'too many',
      `Type,Question\n${'1,q\n'.repeat(2_001)}`,
      'a.csv',
      'This file has more than 2,000 questions. Split it into smaller files.',
    ],
  ])('refuses %s with an explanation', async (_what, text, name, sentence) => {
    await expect(read(text, name)).rejects.toThrow(sentence)
  })
})

describe('a bank', () => {
  const keys = ['MANAGE_COURSES:READ', 'MANAGE_COURSES:UPDATE', 'MANAGE_COURSES:CREATE']
  const open = async () => {
    const demo = await openDemo()
    const [{ user_id } = { user_id: 0 }] = await demo.db.read<{ user_id: number }>`
      select user_id from identity.person where lk_user_role_id = 1 order by 1 limit 1`
    const as = (organization_id: number, permissions = keys) =>
      ({ ...someone('Admin', organization_id, permissions), user_id }) as ReturnType<typeof someone>
    const ctx = await demo.ctx('SSD', as(1))
    const { course } = await createCourse.run(ctx, { name: 'Imported questions' })
    const { course_question_bank_id } = await createQuestionBank.run(ctx, { course_id: course.course_id, name: 'Bank' })
    return {
      ctx,
      place: { course_id: course.course_id, course_question_bank_id },
      stranger: await demo.ctx('LSD', as(3)),
      reader: await demo.ctx('SSD', as(1, ['MANAGE_COURSES:READ'])),
    }
  }
  let at: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    at = await open()
  })
  const body = (text: string) => ({
    type: 'application/octet-stream',
    stream: new Blob([text]).stream() as ReadableStream<Uint8Array>,
  })
  const gift = 'One? {T}\n\nTwo? { =a ~b }\n\nBad? { ~a ~b }'
  const input = (text = gift) => ({ ...at.place, file_name: 'a.gift', content: body(text) })
  const listStored = async () =>
    (await loadQuestionBank.run(at.ctx, { course_question_bank_id: at.place.course_question_bank_id, limit: 500 }))
      .questions

  test('previews additions without changes, then adds the valid ones, and none the second time', async () => {
    const preview = await previewQuestions.run(at.ctx, input())
    expect(preview).toMatchObject({ count: 3, good: 2 })
    expect(preview.questions[2]).toMatchObject({ title: 'Bad?', problems: ['Mark at least one option as correct.'] })
    expect(await listStored()).toEqual([])
    expect(await importQuestions.run(at.ctx, input())).toMatchObject({
      added: 2,
      left_out: 1,
      message: 'Questions added: 2.',
    })
    expect((await listStored()).map(({ configuration }) => configuration.title)).toEqual(['One?', 'Two?'])
    await expect(importQuestions.run(at.ctx, input())).rejects.toMatchObject({ kind: { code: 'NO_QUESTIONS_TO_ADD' } })
    await importQuestions.run(at.ctx, input('Three? {F}'))
    expect((await listStored()).map(({ order, configuration }) => [order, configuration.title])).toEqual([
      [1, 'One?'],
      [2, 'Two?'],
      [3, 'Three?'],
    ])
  })

  test('is full at 500 questions, and adds a whole file or nothing', async () => {
    const questionsOf = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => `${name} ${n}? {T}`).join('\n\n')
    const before = (await listStored()).length
    await expect(importQuestions.run(at.ctx, input(questionsOf(501 - before, 'Over')))).rejects.toMatchObject({
      kind: { code: 'BANK_FULL' },
    })
    expect(await listStored()).toHaveLength(before)
    expect(await importQuestions.run(at.ctx, input(questionsOf(500 - before, 'Full')))).toMatchObject({
      added: 500 - before,
    })
  })

  test('T-22: refuses a sibling organization, a reader, and a file above 2 MB', async () => {
    for (const operation of [previewQuestions, importQuestions]) {
      await expect(operation.run(at.stranger, input())).rejects.toMatchObject({ kind: { status: 404 } })
      await expect(operation.run(at.reader, input())).rejects.toMatchObject({ kind: { status: 403 } })
      await expect(operation.run(at.ctx, input(' '.repeat(2 * 1024 * 1024 + 1)))).rejects.toThrow('FILE_TOO_LARGE')
      await expect(operation.run(at.ctx, input('Hello'))).rejects.toMatchObject({ issues: [{ path: 'content' }] })
    }
  })
})
