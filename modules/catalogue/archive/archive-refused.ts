import type { Sentence, SentenceParams } from '#platform/sentence.ts'
import { archiveTexts } from './archive.texts.ts'

/** An archive that is not taken, with a sentence that says why. */
export class ArchiveRefused extends Error {
  readonly key: keyof typeof archiveTexts
  readonly why: Sentence
  constructor(key: keyof typeof archiveTexts, params: SentenceParams = {}) {
    super(key)
    this.key = key
    this.why = { text: archiveTexts[key], params }
  }
}
