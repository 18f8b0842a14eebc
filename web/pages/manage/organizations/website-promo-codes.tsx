import type { SavedPromoCode } from '#modules/checkout/entry.ts'
import { promoTexts } from '#modules/checkout/promo-codes/promo-code.texts.ts'
import { formatMoney, toCents } from '#platform/money.ts'
import { pathTo } from '#platform/path-to.ts'
import type { Locale } from '#platform/texts.ts'
import { Panel } from '#platform/ui/card.tsx'
import { Checkbox } from '#platform/ui/checkbox.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { orgTexts } from './organization.texts.ts'
import { newCodeRows, type WebsiteCodes } from './website-promo-input.ts'

type Props = { promo: WebsiteCodes; form: FormState; locale: Locale }

const isOver = ({ enabled, expires_at }: SavedPromoCode, now: string) =>
  !enabled || (expires_at !== null && expires_at <= now)

/** The promo codes in a website's form: active ones, new ones, and those deleted or expired. */
export function WebsitePromoCodes({ promo, form, locale }: Props) {
  const t = useTexts(orgTexts)
  const endedCodes = promo.codes.filter((code) => isOver(code, promo.now))
  const currentCodes = promo.codes.filter((code) => !isOver(code, promo.now))
  return (
    <Panel title={t('promoCodes')}>
      <div className="grid gap-4">
        {currentCodes.length === 0 && <p className="text-muted-foreground">{t('noPromoCodes')}</p>}
        {currentCodes.length > 0 && (
          <ul className="grid gap-1">
            {currentCodes.map((code) => (
              <PromoCodeRow key={code.promo_code_id} code={code} promo={promo} form={form} locale={locale} />
            ))}
          </ul>
        )}
        {promo.changes && <NewCodes form={form} />}
        {promo.changes && endedCodes.length > 0 && (
          <details>
            <summary className="min-h-11 cursor-pointer font-semibold">
              {t('overCodes', { count: endedCodes.length })}
            </summary>
            <p className="text-muted-foreground">{t('overCodesLead')}</p>
            {endedCodes.map(({ promo_code_id, code }) => (
              <Checkbox
                key={promo_code_id}
                name="promo_restore"
                value={promo_code_id}
                label={t('restoreCode', { code })}
              />
            ))}
          </details>
        )}
      </div>
    </Panel>
  )
}

function PromoCodeRow({ code, promo, locale }: Props & { code: SavedPromoCode }) {
  const t = useTexts(orgTexts)
  const { promo_code_id, dollar_amount_off: dollars, percent_off, website_id } = code
  const discount =
    dollars === null ? t('percentOff', { percent: percent_off ?? 0 }) : formatMoney(toCents(dollars), locale)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <span className="figures">
        <strong>{code.code}</strong> {discount}
      </span>
      {website_id !== promo.website_id && <span className="text-muted-foreground">{t('codeOfAll')}</span>}
      {promo.changes && website_id === promo.website_id && (
        <span className="flex items-center gap-4">
          <TextLink href={pathTo('/manage/settings/promo-codes/:promo_code_id', { promo_code_id })}>
            {t('editCode')}
            <span className="sr-only"> {code.code}</span>
          </TextLink>
          <Checkbox name="promo_delete" value={promo_code_id} label={t('deleteCode', { code: code.code })} />
        </span>
      )}
    </li>
  )
}

function NewCodes({ form }: { form: FormState }) {
  const t = useTexts(orgTexts)
  const promoText = useTexts(promoTexts)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{t('newCodes')}</legend>
      <p className="text-muted-foreground">{t('newCodesLead')}</p>
      {newCodeRows.map((row) => (
        <div key={row} className="grid gap-3 sm:grid-cols-3">
          <TextField
            {...field(form, `new_code_${row}`)}
            label={promoText('code')}
            maxLength={40}
            autoComplete="off"
            optional
          />
          <TextField
            {...field(form, `new_dollars_${row}`)}
            label={promoText('inDollars')}
            inputMode="decimal"
            maxLength={10}
            optional
          />
          <TextField
            {...field(form, `new_percent_${row}`)}
            label={promoText('inPercent')}
            inputMode="numeric"
            maxLength={3}
            optional
          />
        </div>
      ))}
    </fieldset>
  )
}
