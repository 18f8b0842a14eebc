import { biometricsTexts } from '#modules/learning/verification/methods/biometrics/biometrics.texts.ts'
import DeviceButton from '#modules/learning/verification/methods/biometrics/device-button.island.tsx'
import { biometricsWords } from '#modules/learning/verification/methods/biometrics.texts.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import type { CheckProps, MethodPage, SetupProps } from './method-page.ts'
import { OtherWay } from './other-way.tsx'
import { submitDevice } from './submit-device.ts'

export const biometricsPage: MethodPage = {
  setup: { Part: DeviceSetup },
  read: null,
  Check: DeviceCheck,
  submit: submitDevice,
  showsRefusals: false,
  waiver: {
    words: biometricsWords,
    read({ device }, { t, showDate }) {
      if (!device) return null
      const { made_at, backed_up } = device
      const on = made_at ? t(backed_up ? 'deviceSynced' : 'deviceOn', { date: showDate(made_at) }) : t('notYet')
      return { ...device, on }
    },
  },
}

/** The device part of a setup: creates a key, or turns it off. */
function DeviceSetup({ id }: SetupProps) {
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
      <DeviceButton student_course_id={id} go="keepDevice" />
      <OtherWay go="skipDevice" title={t('otherTitle')} hint={t('otherSetup')} label={t('other')} />
    </section>
  )
}

/** A check with the device from the setup, or an alternative. */
function DeviceCheck({ id }: CheckProps) {
  const t = useTexts(biometricsTexts)
  return (
    <div className="grid gap-6">
      <p>{t('verifyLead')}</p>
      <DeviceButton student_course_id={id} go="device" />
      <OtherWay go="otherThanDevice" title={t('otherTitle')} hint={t('otherOnceHint')} label={t('otherOnce')} />
    </div>
  )
}
