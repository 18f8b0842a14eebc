import { CopiedLink } from '#platform/ui/copied-link.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { referralTexts } from './referral.texts.ts'

/** A referral link that is copied when clicked. */
export default island('catalogue/copy-referral', { when: 'idle' }, CopyReferral)

function CopyReferral({ link }: { link: string }) {
  const t = useTexts(referralTexts)
  return <CopiedLink href={link} label={link} message={t('copied')} />
}
