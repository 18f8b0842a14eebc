import type { Sentence, SentenceParams } from '#platform/sentence.ts'
import { archiveTexts } from './archive.texts.ts'

/** A refused archive, with the reason. */
export class ArchiveRefused extends Error {
  readonly key: keyof typeof archiveTexts
  readonly why: Sentence
  constructor(key: keyof typeof archiveTexts, params: SentenceParams = {}) {
    super(key)
    this.key = key
    this.why = { text: archiveTexts[key], params }
  }
}
