import { phoneWords } from '#modules/learning/verification/methods/phone.texts.ts'
import type { CheckProps, MethodPage, SetupProps } from './method-page.ts'
import { PhoneCode } from './phone-code.tsx'
import { PhoneSetup, phoneOf } from './phone-setup.tsx'
import { submitPhone } from './submit-phone.ts'

export const phonePage: MethodPage = {
  setup: { Part },
  read: (values) => ({ phone: values.go === 'phone' ? phoneOf(values) : null }),
  Check,
  submit: submitPhone,
  showsRefusals: false,
  waiver: {
    words: phoneWords,
    read({ phone }, { t, showDate }) {
      if (!phone) return null
      const { ending, proven_at } = phone
      if (ending === null) return { ...phone, on: t('notYet') }
      const on = proven_at ? t('phoneEnding', { ending, date: showDate(proven_at) }) : t('phoneUnproven', { ending })
      return { ...phone, on }
    },
  },
}

function Part({ setup: { phone }, ...props }: SetupProps) {
  return phone && <PhoneSetup phone={phone} {...props} />
}

function Check({ task: { phone }, form }: CheckProps) {
  return phone && <PhoneCode phone={phone} form={form} />
}
