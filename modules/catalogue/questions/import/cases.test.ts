import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Remark } from './parsed.ts'
import type { CheckedFile } from './question-file.ts'
import { readQuestions } from './read-questions.ts'

const folder = join(import.meta.dirname, '../../../../tests/fixtures/catalogue/cases')
const read = async (file_name: string, change = (text: string) => text): Promise<CheckedFile> => {
  const bytes = await readFile(join(folder, file_name))
  return readQuestions({ bytes: file_name.endsWith('.zip') ? bytes : Buffer.from(change(bytes.toString())), file_name })
}
const say = ({ text, params }: Remark) => text[0].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
const brief = ({ questions }: CheckedFile) =>
  questions.map(({ line, title, question, problems, notes }) => [
    line,
    title,
    question?.configuration.options.map(({ text, correct }) => (correct ? `*${text}` : text)) ?? problems.map(say),
    ...notes.map(say),
  ])

describe('GIFT', () => {
  test('keeps text between < and > unless it is a tag', async () => {
    expect(brief(await read('40-gift-less-than.gift'))).toEqual([
      [1, 'Keep your speed < 30 and your gap > 3 seconds near a school.', ['*True', 'False']],
      [3, 'A gap of <2 seconds is', ['*too short', 'safe']],
    ])
  })

  test('decodes named and numeric character references, including escaped ones', async () => {
    const right = [
      1,
      "Who doesn't yield at a roundabout: the driver’s side, or the niño on a bike?",
      ['*The driver’s side', 'The niño'],
    ]
    expect(brief(await read('41-gift-entities.gift'))).toEqual([right])
    expect(brief(await read('41-gift-entities.gift', (text) => text.replaceAll('&#', String.raw`&\#`)))).toEqual([
      right,
    ])
  })

  test('refuses a question with unclosed answers by its line, and reads the following ones', async () => {
    expect(brief(await read('42-gift-open-brace.gift'))).toEqual([
      [1, 'What color is a stop sign?', ["The answers don't end with “}”."]],
      [5, 'You may turn right on red where it is allowed.', ['*True', 'False']],
      [7, 'A yield sign is a triangle.', ['*True', 'False']],
    ])
    const withoutNames = (text: string) => text.replaceAll(/::.::/g, '')
    expect(brief(await read('42-gift-open-brace.gift', withoutNames))).toHaveLength(3)
  })

  test('names the missing pictures of a question', async () => {
    expect(brief(await read('43-gift-image.gift'))).toEqual([
      [
        1,
        'What does this sign mean?',
        ['*Stop', 'Yield'],
        'Missing picture: sign.png (“sign”). Questions can only have text.',
      ],
    ])
  })
})

describe('CSV', () => {
  const file = '50-csv-numbers-as-options.csv'
  const message = 'Correct “2” fits two options: “4” by its place and “2” by its text. Write B or C instead.'

  test('reports a number that matches two options', async () => {
    expect(brief(await read(file))).toEqual([[2, 'How many seconds of following distance?', [message]]])
    expect(brief(await read(file, (text) => text.replace(',2,2', ',2,B')))[0]![2]).toEqual(['3', '*4', '2'])
    expect(brief(await read(file, (text) => text.replace(',2,2', ',2,C')))[0]![2]).toEqual(['3', '4', '*2'])
  })

  test.each([
    ['a number that can only be a position', 'Single Choice,Where?,here,there,,1', ['3', '*4', '2']],
    ['a text that is not a position', 'Single Choice,Which?,25,30,,25', ['3', '4', '*2']],
    ['a number that is both a position and a text', 'Single Choice,One?,1,2,,1', [message]],
  ])('reads numbers in the format of the file: %s', async (_what, row, options) => {
    expect(brief(await read(file, (text) => `${text.trimEnd()}\n${row}\n`))[0]![2]).toEqual(options)
  })

  test('counts options by their headings, even after an empty one', async () => {
    const gap = 'Type,Question,Option 1,Option 2,Option 3,Correct\nSingle Choice,Which?,a,,c,3\n'
    expect(brief(await read(file, () => gap))[0]![2]).toEqual(['a', '*c'])
  })

  test('true and false mark the option with that text, at any position', async () => {
    const rows = ['False,True,True', 'Falso,Verdadero,true', 'Yes,No,FALSE', 'True,False,2'].map(
      (cells) => `True or False,${cells.length}${cells}?,${cells}`,
    )
    const questions = brief(
      await read(
        file,
        () =>
          `Type,Question,Option 1,Option 2,Correct\n${rows.map((row) => row.replace(/\d+(\w+),(\w+),(\w+)\?/, 'Q $1 $2 $3')).join('\n')}`,
      ),
    )
    expect(questions.map(([, , options]) => options)).toEqual([
      ['False', '*True'],
      ['Falso', '*Verdadero'],
      ['Yes', '*No'],
      ['True', '*False'],
    ])
  })

  test('refuses a row with more cells than headings, and names unused columns and cells', async () => {
    const text =
      'Type,Question,Option 1,Topic,Correct\nShort Answer,Why?,never,signs,because\nShort Answer,"How?",,,,fast\n'
    const parsed = await read(file, () => text)
    expect(parsed.notes.map(say)).toEqual(['The column “Topic” is left out.'])
    expect(brief(parsed)).toEqual([
      [
        2,
        'Why?',
        [],
        'Options are left out, because this type has none: never.',
        'The column “Topic” is left out: signs.',
      ],
      [3, 'How?', ['This line has more cells than there are headings: fast.']],
    ])
  })
})

describe('QTI and Moodle XML', () => {
  test('reads HTML in CDATA as HTML, and names the formatting it drops', async () => {
    const formatting = 'Formatting, such as bold or color, is left out; the text stays.'
    expect(brief(await read('60-qti-cdata-html.xml'))).toEqual([
      [1, 'What does red mean?', ['*Stop', 'Go'], formatting],
    ])
    const literal = (text: string) => text.replace(/<!\[CDATA\[.*?\]\]>/, 'Is &lt;b&gt; a tag?')
    expect(brief(await read('60-qti-cdata-html.xml', literal))[0]![1]).toBe('Is <b> a tag?')
  })

  test('keeps the instructions for students, and names those for the grader', async () => {
    const title = 'Look at the sign in the picture before you answer. What must you do?'
    expect(brief(await read('61-qti-rubric.xml'))).toEqual([[1, title, ['*Stop', 'Go']]])
    expect(brief(await read('61-qti-rubric.xml', (text) => text.replace('"candidate"', '"scorer"')))).toEqual([
      [
        1,
        'What must you do?',
        ['*Stop', 'Go'],
        'An instruction is left out: Look at the sign in the picture before you answer..',
      ],
    ])
  })

  test('names pictures of a file or package, and every other file of the package', async () => {
    const picture = 'Missing picture: images/sign.png (“red octagon”). Questions can only have text.'
    const question = [1, 'What does this sign mean? Choose one', ['*Stop', 'Go'], picture]
    expect(brief(await read('62-qti-image.xml'))).toEqual([question])
    const parsed = await read('69-qti-package-image.zip')
    expect(brief(parsed)).toEqual([question])
    expect(parsed.questions[0]!.file).toBe('items/q1.xml')
    expect(parsed.notes.map(say)).toEqual(['The file items/images/sign.png is left out.'])
  })

  test('reads QTI 1.2 of Canvas', async () => {
    const parsed = await read('65-qti12-canvas.xml')
    expect(brief(parsed)).toEqual([[1, 'Red means?', ['*Stop', 'Go']]])
    expect(parsed.questions[0]!.question!.references).toBe('Q')
  })

  test('reads all supported kinds of QTI 1.2', async () => {
    const item = (type: string, response: string, right: string) =>
      `<item><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext>${type}</mattext></material>${response}</presentation><resprocessing>${right}</resprocessing></item>`
    const choices = (rcardinality: string, ...texts: string[]) =>
      `<response_lid ident="r" rcardinality="${rcardinality}"><render_choice>${texts.map((text, index) => `<response_label ident="${index}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`).join('')}</render_choice></response_lid>`
    const condition = (inner: string, score = 100) =>
      `<respcondition><conditionvar>${inner}</conditionvar><setvar action="Set" varname="SCORE">${score}</setvar></respcondition>`
    const equal = (value: string) => `<varequal respident="r">${value}</varequal>`
    const file = `<?xml version="1.0"?><questestinterop>${[
      item('true_false_question', choices('Single', 'True', 'False'), condition(equal('1'))),
      item(
        'multiple_answers_question',
        choices('Multiple', 'a', 'b &lt;i&gt;', 'c'),
        condition(`<and>${equal('0')}<not>${equal('1')}</not>${equal('2')}</and>`),
      ),
      item(
        'short_answer_question',
        '<response_str ident="r"><render_fib/></response_str>',
        condition(equal('stop') + equal('halt')),
      ),
      item('essay_question', '<response_str ident="r"><render_fib/></response_str>', ''),
      item('numerical_question', '<response_str ident="r"><render_fib/></response_str>', condition(equal('5'))),
      item('multiple_choice_question', choices('Single', 'x', 'y'), condition(equal('0'), 50) + condition(equal('9'))),
    ].join('')}</questestinterop>`
    const { questions } = await read('65-qti12-canvas.xml', () => file)
    expect(questions.map(({ lk_question_type_id }) => lk_question_type_id)).toEqual([4, 6, 1, 8, null, 2])
    expect(brief({ questions, notes: [] }).map(([, , options]) => options)).toEqual([
      ['True', '*False'],
      ['*a', 'b <i>', '*c'],
      [],
      [],
      ['This type of question is not supported: numerical_question.'],
      ["The file marks an answer as correct that isn't among the options: 9."],
    ])
    expect(questions[2]!.question!.configuration.correct).toBe('stop / halt')
  })

  test('reads Moodle XML', async () => {
    expect(brief(await read('66-moodle.xml'))).toEqual([[1, 'Red means?', ['*Stop', 'Go']]])
    const several = (text: string) => text.replace('>true<', '>false<').replace('fraction="0"', 'fraction="50"')
    const partial = 'Partial credit and deductions are left out: an option is either right or wrong.'
    expect(brief(await read('66-moodle.xml', several))).toEqual([[1, 'Red means?', ['*Stop', '*Go'], partial]])
  })

  test('refuses a file with an ambiguous encoding instead of misreading it', async () => {
    const unclear = Uint8Array.from([...Buffer.from('Type,Question\nShort Answer,ni'), 0x96, ...Buffer.from('o\n')])
    await expect(readQuestions({ bytes: unclear, file_name: 'a.csv' })).rejects.toThrow('Save it as UTF-8')
  })

  test('names the type of a file without questions, and gives the line of an XML error', async () => {
    const refusal = (text: string) =>
      read('66-moodle.xml', () => text).then(
        () => null,
        ({ message }) => message,
      )
    expect(await refusal('<?xml version="1.0"?><qti-assessment-item/>')).toContain('This is a QTI 3 file')
    expect(await refusal('<?xml version="1.0"?>\n<quiz>\n<question>\n</quiz>')).toContain('on line 4')
    expect(await refusal('<?xml version="1.0"?><rss/>')).toBe('This file has no questions.')
  })
})

describe('a picture question', () => {
  const readText = (file_name: string, text: string) => readQuestions({ bytes: Buffer.from(text), file_name })

  test('is refused in a CSV file by its name in either language, with an explanation', async () => {
    const csv = [
      'Type,Question,Option 1,Option 2,Correct',
      'Hotspot,Tap the hazard.,The car,The child,2',
      'Zona de la imagen,Toque el peligro.,El carro,El niño,2',
      '21,Tap it.,The car,The child,2',
      'Single Choice,Where do you stop?,At the line,Behind it,1',
    ].join('\r\n')
    const refusal = (title: string, name: string) => [
      `Question “${title}”: a file can't hold everything that ${name} questions need. Create it in the question editor.`,
    ]
    expect(brief(await readText('a.csv', csv))).toEqual([
      [2, 'Tap the hazard.', refusal('Tap the hazard.', 'Hotspot')],
      [3, 'Toque el peligro.', refusal('Toque el peligro.', 'Zona de la imagen')],
      [4, 'Tap it.', refusal('Tap it.', '21')],
      [5, 'Where do you stop?', ['*At the line', 'Behind it']],
    ])
  })

  test('is refused in a QTI file, so that no area is lost', async () => {
    const qti = `<?xml version="1.0"?>
      <assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="a" title="Tap the hazard.">
        <responseDeclaration identifier="R" cardinality="single" baseType="identifier">
          <correctResponse><value>B</value></correctResponse></responseDeclaration>
        <itemBody><hotspotInteraction responseIdentifier="R" maxChoices="1"><prompt>Tap the hazard.</prompt>
          <object type="image/png" data="street.png" width="400" height="300"/>
          <hotspotChoice identifier="A" shape="rect" coords="1,1,50,50"/>
          <hotspotChoice identifier="B" shape="circle" coords="90,90,20"/>
        </hotspotInteraction></itemBody></assessmentItem>`
    const [question] = (await readText('a.xml', qti)).questions
    expect(question).toMatchObject({ question: null })
    expect(question!.problems.map(say)).toEqual(['This type of question is not supported: hotspotInteraction.'])
  })

  test('is refused in a Moodle file', async () => {
    const moodle = `<quiz><question type="ddmarker"><name><text>Tap</text></name>
      <questiontext format="html"><text>Tap the hazard.</text></questiontext></question></quiz>`
    const [question] = (await readText('a.xml', moodle)).questions
    expect(question).toMatchObject({ question: null })
    expect(question!.problems.map(say)).toEqual(['This type of question is not supported: ddmarker.'])
  })
})
