import { biometricsTexts } from '#modules/learning/verification/methods/biometrics/biometrics.texts.ts'
import DeviceButton from '#modules/learning/verification/methods/biometrics/device-button.island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { OtherWay } from './other-way.tsx'

type Props = { student_course_id: number }

/** The device part of a setup: the device makes a key, or the way without it. */
export function DeviceSetup({ student_course_id }: Props) {
  const t = useTexts(biometricsTexts)
  return (
    <section aria-labelledby="device-title" className="grid gap-6">
      <div className="grid gap-2">
        <h2 id="device-title" className="text-lg font-bold">
          {t('title')}
        </h2>
        <p>{t('lead')}</p>
        <p>{t('privacy')}</p>
      </div>
      <DeviceButton student_course_id={student_course_id} go="keepDevice" />
      <OtherWay go="skipDevice" title={t('otherTitle')} hint={t('otherSetup')} label={t('other')} />
    </section>
  )
}

/** A check by the device from the setup, or another check instead. */
export function DeviceCheck({ student_course_id }: Props) {
  const t = useTexts(biometricsTexts)
  return (
    <div className="grid gap-6">
      <p>{t('verifyLead')}</p>
      <DeviceButton student_course_id={student_course_id} go="device" />
      <OtherWay go="otherThanDevice" title={t('otherTitle')} hint={t('otherOnceHint')} label={t('otherOnce')} />
    </div>
  )
}
