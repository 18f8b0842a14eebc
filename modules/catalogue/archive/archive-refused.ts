import { pick, type Text, type TextParams } from '../../../platform/texts.ts'
import { archiveTexts } from './archive.texts.ts'

/** An archive that is not taken, with a sentence that says why. */
export class ArchiveRefused extends Error {
  readonly why: Text
  constructor(key: keyof typeof archiveTexts, params: TextParams = {}) {
    super(key)
    this.why = [pick('en-us', archiveTexts[key], params), pick('es-es', archiveTexts[key], params)]
  }
}
