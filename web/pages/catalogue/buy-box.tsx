import { lk_shipping_type } from '#modules/catalogue/lookups.shared.ts'
import { label } from '#platform/lookups.ts'
import { pathTo } from '#platform/path-to.ts'
import { type Locale, localText, textsIn } from '#platform/texts.ts'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { cn } from '#platform/ui/cn.ts'
import { Unseen } from '#platform/ui/parts.tsx'
import { words } from './catalogue.texts.ts'
import type { Details } from './details.ts'
import { money } from './words.ts'

type BuyBoxProps = {
  details: Details
  /** The organization's sentence about refunds, or ''. */
  refund: string
  locale: Locale
  className: string
}

const formId = 'buy'

/** Price, audio and the add-to-cart button: a plain form beside the text, always visible. */
export function BuyBox({ details: { course }, refund, locale, className }: BuyBoxProps) {
  const t = textsIn(locale, words)
  return (
    <aside className={cn('grid gap-4 rounded-lg border bg-card p-5 shadow-card lg:sticky lg:top-4', className)}>
      <p className="figures text-3xl font-bold">
        <Unseen>{t('price')} </Unseen>
        {money(course.price, locale)}
      </p>
      <form id={formId} method="post" action={pathTo('/cart/add')} className="grid gap-3">
        <input type="hidden" name="course_website_id" value={course.course_website_id} />
        {course.audio_ind && course.audio.enabled && (
          <Checkbox
            name="audio_ind"
            value="1"
            label={t('addAudio', { price: money(course.audio.price, locale) })}
            hint={`${t('addAudioHint')} ${t('narratedOf', course.narration)}`}
          />
        )}
        <SubmitButton size="lg" wide>
          {t('addToCart')}
        </SubmitButton>
      </form>
      {refund && <p className="text-sm text-muted-foreground">{refund}</p>}
      <Delivery methods={course.shippingMethods} locale={locale} />
    </aside>
  )
}

/** The price and a button for the same form, always in view on a phone. */
export function BuyBar({ course, locale }: { course: Details['course']; locale: Locale }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-4 border-t bg-card px-4 py-3 sm:-mx-6 sm:px-6 lg:hidden print:hidden">
      <p className="figures text-xl font-bold">
        <Unseen>{localText(locale, words, 'price')} </Unseen>
        {money(course.price, locale)}
      </p>
      <SubmitButton form={formId}>{localText(locale, words, 'getCourse')}</SubmitButton>
    </div>
  )
}

function Delivery({ methods, locale }: { methods: Details['course']['shippingMethods']; locale: Locale }) {
  if (methods.length === 0)
    return <p className="text-sm text-muted-foreground">{localText(locale, words, 'noDelivery')}</p>
  return (
    <section className="text-sm">
      <h2 className="font-semibold">{localText(locale, words, 'certificate')}</h2>
      <p className="text-muted-foreground">{localText(locale, words, 'certificateLead')}</p>
      <ul className="mt-1 grid gap-1">
        {methods.map(({ lk_shipping_type_id, price }) => (
          <li key={lk_shipping_type_id} className="flex justify-between gap-3">
            <span>{label(lk_shipping_type, lk_shipping_type_id, locale)}</span>
            <span className="figures">{price === 0 ? localText(locale, words, 'free') : money(price, locale)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
