import type { PhoneShown } from '#modules/learning/entry.ts'
import { phoneTexts } from '#modules/learning/verification/methods/phone/phone.texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { field } from '#platform/web/form.ts'
import type { ViewInput } from '#platform/web/page.ts'
import { CourseWords } from '#web/pages/course/course-words.tsx'

type Props = Pick<ViewInput, 'form'> & { phone: PhoneShown }

/** A code sent to a phone: its delivery, the field to enter it, and a way to get another one. */
export function PhoneCode({ phone, form }: Props) {
  const t = useTexts(phoneTexts)
  const { sent, content } = phone
  const ending = phone.ending ?? ''
  return (
    <div className="grid gap-6">
      {content && (
        <p className="max-w-reading whitespace-pre-line">
          <CourseWords>{content}</CourseWords>
        </p>
      )}
      {sent?.usable && sent.state !== 'unanswered' ? (
        <p role="status">{t(`sent.${sent.channel}`, { ending, minutes: sent.minutes_left })}</p>
      ) : (
        <p>{t('willSend', { ending })}</p>
      )}
      <Trouble sent={sent} />
      {sent?.usable && (
        <form method="post" className="grid gap-4">
          <TextField
            {...field(form, 'code')}
            defaultValue=""
            label={t('code')}
            hint={t('codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            className="max-w-40"
          />
          <div>
            <SubmitButton name="go" value="code" size="lg">
              {t('confirm')}
            </SubmitButton>
          </div>
        </form>
      )}
      <form method="post" className="grid gap-4">
        <RadioGroup
          label={t('how')}
          name="channel"
          defaultValue={form.values.channel ?? sent?.channel ?? 'sms'}
          required
          options={[
            { value: 'sms', label: t('how.sms') },
            { value: 'voice', label: t('how.voice') },
          ]}
        />
        <div>
          <SubmitButton name="go" value="send" size="lg" variant={sent?.usable ? 'outline' : 'default'}>
            {t(sent ? 'again' : 'send')}
          </SubmitButton>
        </div>
      </form>
    </div>
  )
}

function Trouble({ sent }: Pick<PhoneShown, 'sent'>) {
  const t = useTexts(phoneTexts)
  if (!sent) return null
  if (sent.state === 'failed') return <Alert variant="attention">{t('undelivered')}</Alert>
  if (sent.state === 'unanswered') return <Alert variant="attention">{t('unanswered')}</Alert>
  return sent.usable ? null : <Alert variant="attention">{t('over')}</Alert>
}
