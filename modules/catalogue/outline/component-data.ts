import { isDeepStrictEqual } from 'node:util'
import { validateDocument } from '#modules/catalogue/rich-text/index.ts'
import { errors, type Issue } from '#platform/errors.ts'
import type { ComponentData, componentTypeNames } from './outline.schema.ts'
import { QuizSettings } from './outline.schema.ts'

export type ComponentTypeName = (typeof componentTypeNames)[number]
type Stored = Readonly<Record<string, unknown>>

const emptyDocument = { type: 'doc', content: [] }

/** The data of a new component; `id` becomes the id of its quiz, medium, text or break. */
export function newData(type: ComponentTypeName, id: number): Stored {
  switch (type) {
    case 'Content':
      return { wysiwyg_id: id, content: emptyDocument, audioAttachments: [] }
    case 'Media':
      return { media_id: id, components: [], external_url: '', content: emptyDocument }
    case 'Break':
      return { break_id: id, seconds: 300, break_text: '' }
    case 'Quiz':
      return {
        quiz_id: id,
        description: '',
        totalQuestions: 0,
        configuration: QuizSettings.parse({}),
        questionPools: [],
      }
  }
}

/**
 * A component's data after a save: omitted fields stay as stored, and its own id always does. Throws `invalid` for a
 * document that violates the rich text schema.
 */
export function mergeData(type: ComponentTypeName, storedData: Stored, body: ComponentData): Stored {
  switch (type) {
    case 'Content':
      return mergeStored(storedData, {
        content: body.content === undefined ? undefined : requireValidDocument(body.content),
        audioAttachments: body.audioAttachments,
        sample_ind: body.sample_ind,
      })
    case 'Media':
      return mergeStored(storedData, {
        content: body.content === undefined ? undefined : requireValidDocument(body.content),
        components: body.components?.map(requireValidCard),
        external_url: body.external_url,
        lk_media_source_type_id: body.lk_media_source_type_id,
      })
    case 'Break':
      return mergeStored(storedData, { seconds: body.seconds, break_text: body.break_text })
    case 'Quiz':
      return mergeStored(storedData, {
        description: body.description,
        configuration: body.configuration,
        questionPools: body.questionPools,
        // The number comes from the pools; without pools the questions are counted.
        totalQuestions: body.questionPools?.length ? countPoolQuestions(body.questionPools) : undefined,
      })
  }
}

const countPoolQuestions = (pools: NonNullable<ComponentData['questionPools']>) =>
  pools.reduce((sum, { count }) => sum + count, 0)

const mergeStored = (storedData: Stored, sentData: Readonly<Record<string, unknown>>): Stored => ({
  ...storedData,
  ...Object.fromEntries(Object.entries(sentData).filter(([, value]) => value !== undefined)),
})

/** JSON has no undefined, so a round trip makes stored and sent data comparable. */
export const sameData = (a: Stored, b: Stored): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)))

function requireValidDocument(content: unknown): unknown {
  const verdict = validateDocument(content)
  if (verdict.ok) return verdict.document
  throw errors.invalid({}, {}, verdict.issues as Issue[])
}

/** Validates a card outside a document inside one, because the same rules apply to it. */
function requireValidCard(card: Record<string, unknown>): unknown {
  const document = requireValidDocument({ type: 'doc', content: [{ type: 'mediaCard', attrs: card }] }) as {
    content: { attrs: unknown }[]
  }
  return document.content[0]!.attrs
}
