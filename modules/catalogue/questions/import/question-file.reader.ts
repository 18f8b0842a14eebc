import { defineReader } from '#platform/readers/reader.ts'
import { zipFile } from '#platform/readers/write-zip.ts'
import type { QuestionFile } from './parse-file.ts'
import { type Remark, UnreadableFile } from './parsed.ts'
import type { CheckedFile } from './question-file.ts'
import { packageLimits } from './read-package.ts'
import { readQuestions } from './read-questions.ts'

/** The questions of an uploaded file, or the reason for refusing it. */
export const questionFileReader = defineReader({
  name: 'modules/catalogue/questions/import/question-file',
  limits: { bytes: 2 * 1024 * 1024, unpacked: packageLimits.unpacked, ms: 20_000, memoryMb: 512 },
  worst: {
    blanks: (size) => csv(`Matching,q,${' '.repeat(size)}x,b,`),
    arrows: (size) => csv(`Matching,q,${'= '.repeat(size / 2)},b,`),
    marks: (size) => csv(`Multiple Choice,q,a,b,"${'1;'.repeat(size / 2)}"`),
    rows: (size) => csv('Single Choice,q,a,b,1\n'.repeat(size / 22)),
    columns: (size) => file(`Type,Question${',Option 1'.repeat(size / 9)}\n`, 'a.csv'),
    quotes: (size) => csv('"'.repeat(size)),
    piles: (size) => csv(`Short Answer,a${'\u0301'.repeat(size / 4)}${'\u0327'.repeat(size / 4)},a,b,c`),
    pilesEach: (size) =>
      csv(`Short Answer,a${'\u0301'.repeat(1_900)}${'\u0327'.repeat(1_900)},,,\n`.repeat(size / 7_600)),
    lines: (size) => gift(`q {\n${'\n'.repeat(size)}`),
    open: (size) => gift('{'.repeat(size)),
    pairs: (size) => gift(`q { ${'=a -> b '.repeat(size / 8)}}`),
    names: (size) => gift(`::${':\\'.repeat(size / 2)}{T}`),
    named: (size) => gift('::a:: b {\n'.repeat(size / 10)),
    answers: (size) => gift(`q {${'~a#b'.repeat(size / 4)}}`),
    feedback: (size) => gift(`q {T${'#'.repeat(size)}}`),
    tags: (size) => gift(`q ${'<a '.repeat(size / 3)} {T}`),
    attributes: (size) => gift(`q <a${' b'.repeat(size / 2)} {T}`),
    comments: (size) => gift(`q ${'<!--'.repeat(size / 4)} {T}`),
    scripts: (size) => gift(`q ${'<script>'.repeat(size / 8)} {T}`),
    raised: (size) => gift(`q ${'<sup>a'.repeat(size / 6)} {T}`),
    pictures: (size) => gift(`q ${'<img src=a>'.repeat(size / 11)} {T}`),
    references: (size) => gift(`q ${'&#39;&amp;&'.repeat(size / 11)} {T}`),
    braces: (size) => gift('a {T}\n\n'.repeat(size / 7)),
    nested: (size) => xml(`${'<p>'.repeat(90)}${'a<b>c</b>'.repeat(size / 9)}${'</p>'.repeat(90)}`),
    deep: (size) => xml('<p>'.repeat(size / 3)),
    texts: (size) => xml(`<modalFeedback>${'a<b/>'.repeat(size / 5)}</modalFeedback>`),
    values: (size) => item(`<value>a</value>`.repeat(size / 16), '<simpleChoice identifier="a">b</simpleChoice>'),
    choices: (size) => item('<value>a</value>', '<simpleChoice identifier="a">b</simpleChoice>'.repeat(size / 45)),
    items: (size) => xml('<assessmentItem>'.repeat(80) + '<p>a</p>'.repeat(size / 8) + '</assessmentItem>'.repeat(80)),
    cdata: (size) => xml('<![CDATA[<p>a]]>'.repeat(size / 16)),
    entities: (size) => xml('&amp;&nbsp;'.repeat(size / 11)),
    openTags: (size) => xml('<'.repeat(size)),
    manyAttributes: (size) => xml(`<p ${Array.from({ length: size / 8 }, (_, index) => `a${index}="b"`).join(' ')}/>`),
    conditions: (size) =>
      file(
        `<questestinterop><item><presentation>${'<response_lid ident="a"/>'.repeat(90)}</presentation>${'<respcondition><varequal>a</varequal><setvar>1</setvar></respcondition>'.repeat(size / 72)}</item></questestinterop>`,
      ),
    moodle: (size) =>
      file(
        `<quiz>${'<question type="category"><category><text>a</text></category></question>'.repeat(size / 73)}</quiz>`,
      ),
    moodleAnswers: (size) =>
      file(
        `<quiz><question type="shortanswer">${'<answer><text>a</text></answer>'.repeat(size / 31)}</question></quiz>`,
      ),
    unpacked: (size) => file(zipFile({ 'a.xml': `<quiz>${' '.repeat(size * 20)}</quiz>` }), 'a.zip'),
    entries: (size) =>
      file(
        zipFile(
          Object.fromEntries(
            Array.from({ length: Math.min(2_000, size / 200) }, (_, index) => [`${index}.xml`, '<quiz/>']),
          ),
        ),
        'a.zip',
      ),
  },
  read: async (questionFile: QuestionFile): Promise<CheckedFile | { unreadable: Remark }> => {
    try {
      return await readQuestions(questionFile)
    } catch (error) {
      if (error instanceof UnreadableFile) return { unreadable: { text: error.sentence, params: error.params } }
      throw error
    }
  },
})

const file = (content: string | Uint8Array, file_name = 'a.xml'): QuestionFile => ({
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  file_name,
})
const csv = (rows: string) => file(`Type,Question,Option 1,Option 2,Correct\n${rows}`, 'a.csv')
const gift = (text: string) => file(text, 'a.gift')
const xml = (inner: string) =>
  file(`<?xml version="1.0"?><items><assessmentItem><itemBody>${inner}</itemBody></assessmentItem></items>`)
const item = (values: string, choices: string) =>
  file(
    `<assessmentItem><responseDeclaration identifier="R"><correctResponse>${values}</correctResponse></responseDeclaration><itemBody><choiceInteraction responseIdentifier="R">${choices}</choiceInteraction></itemBody></assessmentItem>`,
  )
