import type { UserDetails } from '#modules/identity/account/user-details.ts'
import { formatNumber } from '#platform/locale-format.ts'
import { TextareaField } from '#platform/ui/field.tsx'
import { useLocale, useShowDate, useTexts } from '#platform/ui/locale.tsx'
import type { FormParts } from './profile-parts.ts'
import { staffProfileTexts } from './staff-profile.texts.ts'

/** The risk score from sign-up and checkout, for staff only. */
export function RiskLine({ risk }: { risk: UserDetails['data']['risk'] }) {
  const t = useTexts(staffProfileTexts)
  const locale = useLocale()
  const showDate = useShowDate()
  if (!risk) return null
  const score = formatNumber(risk.assessmentScore, locale)
  return (
    <p className="figures text-sm text-muted-foreground">
      {risk.annotated_at ? t('assessed', { score, date: showDate(risk.annotated_at) }) : t('risk', { score })}
    </p>
  )
}

/** Staff's notes in a person's profile. */
export function ProfileNotes({ details, fieldProps }: FormParts) {
  const t = useTexts(staffProfileTexts)
  if (details?.can.changeNotes.allowed === false) return null
  const notes = details?.data.user.notes
  return <TextareaField {...fieldProps('notes', notes)} label={t('notes')} rows={3} className="sm:col-span-2" />
}
