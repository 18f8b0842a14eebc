import { legalDigest, legalKinds } from '#modules/checkout/entry.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { PopoverTrigger } from '#platform/ui/popover.tsx'
import { Sheet } from '#platform/ui/sheet.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { words } from './checkout.texts.ts'
import type { Checkout } from './checkout-load.ts'

type Legal = keyof Checkout['legal']

/** The terms accepted by paying: the organization's own texts open in place, the product's on their pages. */
export function LegalNotice({ legal, input }: { legal: Checkout['legal']; input: ViewInput }) {
  const t = useTexts(words)
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-sm text-muted-foreground">
      {legalKinds.some((kind) => legal[kind] !== null) && (
        <input type="hidden" name="legal" value={legalDigest(legal)} />
      )}
      {t('legal')} <LegalLink name="terms" legal={legal} input={input} /> {t('legalAnd')}{' '}
      <LegalLink name="privacy" legal={legal} input={input} />
    </div>
  )
}

function LegalLink({ name, legal, input: { frame } }: { name: Legal; legal: Checkout['legal']; input: ViewInput }) {
  const t = useTexts(words)
  const label = t(`${name}Link`)
  const text = legal[name]
  if (text === null) return <TextLink href={withCarriedParams(frame, `/${name}`)}>{label}</TextLink>
  return (
    <>
      <PopoverTrigger opens={`legal-${name}`} size="sm">
        {label}
      </PopoverTrigger>
      <Sheet id={`legal-${name}`} title={label} side="end" className="sm:w-140">
        <div className="p-5 whitespace-pre-line text-foreground">{text}</div>
      </Sheet>
    </>
  )
}
