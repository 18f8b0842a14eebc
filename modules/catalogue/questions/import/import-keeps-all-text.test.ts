import { describe, expect, test } from 'vitest'
import { parseFile } from './parse-file.ts'
import { type ParsedFile, type Remark, UnreadableFile } from './parsed.ts'

/** A file of each format with a text in every possible place. */
const samples = {
  'a.csv': `Type,Question,Option 1,Option 2,Option 3,Correct,Reference,Hint,Remark
Single Choice,Alfalfa here?,Bronze,Copper,,1,Dahlia,Elder,Ferns
Multiple Choice,"Ginger, ""hazel""?",Indigo,Jasmine,Kiwis,Jasmine;Kiwis,,,
True or False,Lemon.,,,,False,,,
Sort Order,Mango,Nutmeg,Olive,Poppy,Quince,,,
Matching,Radish,Sage = Thyme,Umbel -> Vetch,,Wheat,,,
Short Answer,Xenia?,Yarrow,,,12 zinnias,,,
`,
  'a.gift': `// Comment
$CATEGORY: $course$/top/Alfalfa

::Bronze::[html]<p>Copper: <b>dahlia</b> is <5 elder&nbsp;ferns<img src="ginger.png" alt="hazel"></p>{
=<p>Indigo</p>#Jasmine
~Kiwis &amp; lemon#Mango
####Nutmeg
}

Olive\\: poppy? { ~%50%Quince ~%50%Radish ~%-100%Sage }

Thyme. {FALSE#Umbel.#Vetch}

Wheat { =Xenia -> Yarrow =Zinnia -> Acacia }

Birch? { =Cedar =Daisy }

Elmtree {=Figtree ~Grape} heather.

Iris alone.

Juniper? {}
`,
  'qti.xml': `<?xml version="1.0"?>
<assessmentTest title="Alfalfa"><testPart><rubricBlock view="candidate"><p>Bronze</p></rubricBlock></testPart>
<assessmentItem identifier="a" title="Copper"><responseDeclaration identifier="R"><correctResponse><value>A</value></correctResponse></responseDeclaration>
<itemBody><rubricBlock view="candidate">Dahlia</rubricBlock><rubricBlock view="scorer">Elder</rubricBlock><p>Ferns <em>ginger</em><img src="hazel.png" alt="indigo"/></p>
<choiceInteraction responseIdentifier="R"><prompt>Jasmine</prompt><simpleChoice identifier="A">Kiwis<feedbackInline>Lemon</feedbackInline></simpleChoice><simpleChoice identifier="B"><![CDATA[<p>Mango</p>]]></simpleChoice></choiceInteraction></itemBody>
<modalFeedback>Nutmeg <b>olive</b></modalFeedback></assessmentItem>
<assessmentItem identifier="b"><responseDeclaration identifier="R"><correctResponse><value>a b</value></correctResponse></responseDeclaration>
<itemBody><matchInteraction responseIdentifier="R"><prompt>Poppy</prompt><simpleMatchSet><simpleAssociableChoice identifier="a">Quince</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="b">Radish</simpleAssociableChoice><simpleAssociableChoice identifier="c">Sage</simpleAssociableChoice></simpleMatchSet></matchInteraction></itemBody></assessmentItem>
<assessmentItem identifier="c"><responseDeclaration identifier="R"><correctResponse><value>Thyme</value></correctResponse><mapping><mapEntry mapKey="Umbel" mappedValue="1"/></mapping></responseDeclaration>
<itemBody><p>Vetch <textEntryInteraction responseIdentifier="R"/> wheat</p></itemBody></assessmentItem>
</assessmentTest>`,
  'canvas.xml': `<?xml version="1.0"?>
<questestinterop><assessment title="Alfalfa"><section ident="root" title="Bronze"><selection_ordering/>
<item ident="a" title="Copper"><presentation><material><mattext texttype="text/html">&lt;p&gt;Dahlia &lt;b&gt;elder&lt;/b&gt;&lt;/p&gt;</mattext></material>
<response_lid ident="r" rcardinality="Single"><render_choice><response_label ident="1"><material><mattext>Ferns</mattext></material></response_label><response_label ident="2"><material><mattext>Ginger</mattext></material></response_label></render_choice></response_lid></presentation>
<resprocessing><respcondition><conditionvar><varequal respident="r">1</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing>
<itemfeedback ident="f"><flow_mat><material><mattext>Hazel</mattext></material></flow_mat></itemfeedback></item>
<item ident="b" title="Indigo"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>matching_question</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
<presentation><material><mattext>Jasmine</mattext></material><response_lid ident="x"><material><mattext>Kiwis</mattext></material><render_choice><response_label ident="1"><material><mattext>Lemon</mattext></material></response_label><response_label ident="2"><material><mattext>Mango</mattext></material></response_label></render_choice></response_lid>
<response_lid ident="y"><material><mattext>Nutmeg</mattext></material><render_choice><response_label ident="1"><material><mattext>Lemon</mattext></material></response_label><response_label ident="3"><material><mattext>Olive</mattext></material></response_label></render_choice></response_lid></presentation>
<resprocessing><respcondition><conditionvar><varequal respident="x">1</varequal></conditionvar><setvar>50</setvar></respcondition><respcondition><conditionvar><varequal respident="y">3</varequal></conditionvar><setvar>50</setvar></respcondition></resprocessing></item>
<item ident="c" title="Poppy"><presentation><material><mattext>Quince</mattext><matimage uri="radish.png" label="sage"/></material><response_str ident="r"><render_fib/></response_str></presentation>
<resprocessing><respcondition><conditionvar><varequal respident="r">Thyme</varequal></conditionvar><setvar>100</setvar></respcondition></resprocessing></item>
</section></assessment></questestinterop>`,
  'moodle.xml': `<?xml version="1.0"?>
<quiz><question type="category"><category><text>Alfalfa</text></category><info format="html"><text>Bronze</text></info></question>
<question type="multichoice"><name><text>Copper</text></name><questiontext format="html"><text><![CDATA[<p>Dahlia <img src="@@PLUGINFILE@@/elder.png" alt="ferns"></p>]]></text><file name="elder.png" encoding="base64">AAAA</file></questiontext><generalfeedback format="html"><text>Ginger</text></generalfeedback><single>true</single>
<answer fraction="100"><text>Hazel</text><feedback><text>Indigo</text></feedback></answer><answer fraction="0"><text>Jasmine</text></answer><hint><text>Kiwis</text></hint><tags><tag><text>Lemon</text></tag></tags></question>
<question type="truefalse"><questiontext><text>Mango</text></questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>
<question type="matching"><questiontext><text>Nutmeg</text></questiontext><subquestion><text>Olive</text><answer><text>Poppy</text></answer></subquestion><subquestion><text>Quince</text><answer><text>Radish</text></answer></subquestion><subquestion><text></text><answer><text>Sage</text></answer></subquestion></question>
<question type="shortanswer"><questiontext><text>Thyme</text></questiontext><answer fraction="100"><text>Umbel</text></answer><answer fraction="0"><text>Vetch</text></answer></question>
<question type="essay"><questiontext format="plain_text"><text>Wheat</text></questiontext><answer fraction="0"><text></text></answer><graderinfo><text>Xenia</text></graderinfo><responsetemplate><text>Yarrow</text></responsetemplate></question>
<question type="numerical"><questiontext><text>Zinnia</text></questiontext><answer fraction="100"><text>5</text></answer></question>
</quiz>`,
}

const mark = 'Zqx7w'
/** Elements whose texts are for programs, by parser. */
const technical =
  /^(?:resprocessing|itemmetadata|qtimetadata|single|file|penalty|hidden|defaultgrade|responseProcessing|outcomeDeclaration)$/

const say = ({ text, params }: Remark) => text[0].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))

const read = async (text: string, file_name: string): Promise<ParsedFile | null> => {
  try {
    return await parseFile({ bytes: Buffer.from(text), file_name })
  } catch (error) {
    // A file refused as a whole explains itself.
    if (error instanceof UnreadableFile) return null
    throw error
  }
}

/** Every message to the author about a file. */
function messagesOf({ questions, notes }: ParsedFile): string {
  const rows = questions.map(({ problems, notes, ...row }) => [row, problems.map(say), notes.map(say)])
  return JSON.stringify([rows, notes.map(say)]).toLowerCase()
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** The question on this line is refused, so its texts don't matter. */
const isRefused = ({ questions }: ParsedFile, line: number) =>
  (questions.findLast((question) => question.line <= line)?.problems.length ?? 0) > 0

/** The content words of a file, with their lines. */
function wordsOf(text: string, file_name: string): { word: string; at: number }[] {
  const words = [...text.matchAll(/[A-Za-z]{4,}/g)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    at: index,
  }))
  if (!file_name.endsWith('.xml')) {
    const isComment = (index: number) => text.slice(text.lastIndexOf('\n', index) + 1).startsWith('//')
    const fixedWords = /^(?:category|html|nbsp|false|comment)$/
    return words.filter(({ word, at }) => !isComment(at) && !fixedWords.test(word))
  }
  // In XML the planted words are the content.
  return words.filter(({ at }) => /[>"\s;]/.test(text[at - 1] ?? '') && /^[A-Z]?[a-z]+$/.test(text.slice(at, at + 4)))
}

describe.each(Object.entries(samples))('%s', (file_name, text) => {
  const plants =
    /^(?:alfalfa|bronze|copper|dahlia|elder|ferns|ginger|hazel|indigo|jasmine|kiwis|lemon|mango|nutmeg|olive|poppy|quince|radish|sage|thyme|umbel|vetch|wheat|xenia|yarrow|zinnias?|acacia|birch|cedar|daisy|elmtree|figtree|grape|heather|iris|juniper)$/
  const words = wordsOf(text, file_name).filter(({ word }) => plants.test(word))

  test('every word is imported or reported as left out', async () => {
    expect(words.length).toBeGreaterThan(15)
    const all = messagesOf((await read(text, file_name))!)
    expect(words.map(({ word }) => word).filter((word) => !all.includes(word))).toEqual([])
  })

  test("a word at any position is imported, reported, or refused with its question's line; others are unaffected", async () => {
    const base = (await read(text, file_name))!
    const places = file_name.endsWith('.xml') ? placesInXml(text) : [...text].map((_, index) => index)
    const lostTexts: string[] = []
    let readings = 0
    for (const index of places) {
      const line = lineAt(text, index)
      const comment = text.slice(text.lastIndexOf('\n', index - 1) + 1, index)
      if (comment.startsWith('//')) continue
      const parsed = await read(`${text.slice(0, index)}${mark}${text.slice(index)}`, file_name)
      if (!parsed) continue
      readings++
      if (!messagesOf(parsed).includes(mark.toLowerCase()) && !isRefused(parsed, line))
        lostTexts.push(text.slice(index - 20, index + 20))
      // An unknown heading changes every row; a word in an empty line of GIFT joins its surroundings.
      if (file_name === 'a.csv' ? line === 1 : /\n\n$/.test(text.slice(0, index + 1))) continue
      const [before, after] = [base, parsed].map(({ questions }) =>
        questions.filter(
          (question) =>
            question.line !== base.questions.findLast((parsedQuestion) => parsedQuestion.line <= line)?.line,
        ),
      )
      const lostWords = before!.filter(
        (parsedQuestion) => !after!.some((other) => JSON.stringify(other) === JSON.stringify(parsedQuestion)),
      )
      if (lostWords.length > 0)
        lostTexts.push(`${lostWords[0]!.title} by a word at ${text.slice(index - 20, index + 20)}`)
    }
    expect(readings).toBeGreaterThan(40)
    expect(lostTexts).toEqual([])
  })

  test('no word is lost without a report when any one character is removed', async () => {
    if (file_name.endsWith('.xml')) return expect(await read(text.replace('</', '<'), file_name)).toBeNull()
    const lostTexts: string[] = []
    let readings = 0
    for (let cut = 0; cut < text.length; cut++) {
      const parsed = await read(text.slice(0, cut) + text.slice(cut + 1), file_name)
      if (!parsed) continue
      readings++
      const all = messagesOf(parsed)
      for (const { word, at } of words) {
        if (cut >= at - 1 && cut <= at + word.length) continue
        // A comment extends to the end of its line.
        if (text[cut] === '\n' && /(?:^|\n)\/\/.*$/.test(text.slice(0, cut))) continue
        const shift = text[cut] === '\n' && cut < at ? 1 : 0
        if (!all.includes(word) && !isRefused(parsed, lineAt(text, at) - shift))
          lostTexts.push(`${word} without ${cut} ${text.slice(cut - 10, cut + 10)}`)
      }
    }
    expect(readings).toBeGreaterThan(100)
    expect(lostTexts).toEqual([])
  })
})

/** The positions between tags, outside elements for programs. */
function placesInXml(text: string): number[] {
  const open: string[] = []
  const places: number[] = []
  for (const { 0: all, 1: closing, 2: name, 3: empty, index } of text.matchAll(/<(\/?)([A-Za-z_]+)[^<>]*?(\/?)>/g)) {
    if (closing) open.pop()
    else if (!empty) open.push(name!)
    if (open.length > 0 && !open.some((element) => technical.test(element))) places.push(index + all.length)
  }
  return places
}
