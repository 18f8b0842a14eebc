import { requiredText } from '#platform/schema.ts'
import { passkeyTexts } from './passkeys.texts.ts'

export const passkeyName = () => requiredText(passkeyTexts.nameRequired, 80)
