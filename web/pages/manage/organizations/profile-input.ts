import type { SentForm } from '#platform/web/form.ts'

const addressFields = ['address1', 'address2', 'city', 'lk_state_id', 'zip'] as const
const contactRows = 4
/** The most that a save takes. */
export const maxPhones = 10
/** The most other numbers of a contact in the form. */
export const maxContactPhones = 5

/** The form of an organization as input for its operation. */
export function profileInput({ values }: SentForm, logo: string | undefined) {
  const addressOf = (name: string) =>
    Object.fromEntries(addressFields.map((field) => [field, values[`${name}.${field}`] ?? '']))
  const contacts = Array.from({ length: contactRows }, (_, n) => ({
    lk_contact_type_id: values[`contacts.${n}.lk_contact_type_id`] || '1',
    name: values[`contacts.${n}.name`]?.trim() ?? '',
    email: values[`contacts.${n}.email`] ?? '',
    phone_number: values[`contacts.${n}.phone_number`] ?? '',
    phones: Array.from({ length: maxContactPhones }, (_, m) => ({
      phone_number: values[`contacts.${n}.phones.${m}.phone_number`]?.trim() ?? '',
    })).filter(({ phone_number }) => phone_number),
  })).filter(({ name }) => name)
  const phones = Array.from({ length: maxPhones }, (_, n) => ({
    phone_number: values[`phones.${n}.phone_number`]?.trim() ?? '',
    lk_phone_number_type_id: Number(values[`phones.${n}.lk_phone_number_type_id`]) || null,
  })).filter(({ phone_number }) => phone_number)
  const recruiter = {
    user_id: Number(values['recruiter.user_id']),
    recruiter_code: values['recruiter.recruiter_code'] ?? '',
    ...(values['recruiter.recruiter_fee']?.trim() && { recruiter_fee: values['recruiter.recruiter_fee'].trim() }),
  }
  const plain = ['name', 'code', 'description', 'tax_id', 'check_payable_to', 'time_zone', 'first_name', 'last_name']
  const otherFields = ['email', 'phone_number', 'brand_color', 'sign_in_text', 'parentOrganizationId', 'updated_at']
  const fields = Object.fromEntries(
    [...plain, ...otherFields].flatMap((name) => (name in values ? [[name, values[name]]] : [])),
  )
  return {
    ...fields,
    ...(logo !== undefined && { logo }),
    hosting_ind: values.hosting_ind === '1',
    invoice_ind: values.invoice_ind === '1',
    use_mailing_as_billing_ind: values.use_mailing_as_billing_ind === '1',
    address: addressOf('address'),
    // The form hides the fields of the same address.
    ...(values.use_mailing_as_billing_ind !== '1' && { billingAddress: addressOf('billingAddress') }),
    contacts,
    phones,
    ...(recruiter.user_id > 0 && { recruiter }),
    // The operation checks what the form sent.
  } as unknown as ProfileInput
}

type ProfileInput = { name: string; code: string }
