import { lk_suffix } from '#modules/identity/lookups.shared.ts'
import { genderLabels, genders } from '#modules/identity/people/gender.shared.ts'
import { displayedLastName } from '#modules/identity/people/last-name.shared.ts'
import { LastNameField } from '#modules/identity/people/last-name-field.shared.tsx'
import { getAboutYou } from '#modules/identity/profile/get-about-you.ts'
import { saveAboutYou } from '#modules/identity/profile/save-about-you.ts'
import { options } from '#platform/lookups.ts'
import { signedIn } from '#platform/permissions.ts'
import { lk_state } from '#platform/states.ts'
import { localize } from '#platform/texts.ts'
import { Alert, FormAlert } from '#platform/ui/alert.tsx'
import BusySubmit from '#platform/ui/busy-submit.island.tsx'
import { Card } from '#platform/ui/card.tsx'
import DateInForm from '#platform/ui/date-field.island.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { showDate } from '#platform/ui/masks.ts'
import { PageTitle } from '#platform/ui/parts.tsx'
import { RadioGroup } from '#platform/ui/radio-group.tsx'
import { type FormState, field } from '#platform/web/form.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { redirect } from '#platform/web/page-redirect.ts'
import { StudentLayout } from '#web/layouts/student.tsx'
import { aboutField, aboutInput } from './about-form.ts'
import { AboutPhones } from './about-phones.tsx'
import { accountTexts } from './account.texts.ts'
import { atFields, destination, runForm } from './enter.ts'

type AboutData = Awaited<ReturnType<typeof getAboutYou.run>>

export default page({
  address: '/about',
  title: accountTexts.about,
  may: signedIn,
  layout: StudentLayout,
  load: ({ ctx }) => getAboutYou.run(ctx, {}),
  submit: ({ ctx, query, form }) =>
    runForm(ctx, form, async () => {
      await saveAboutYou.run(ctx, aboutInput(form.values, ctx.locale)).catch((error) => {
        throw atFields(error, (path) => aboutField(path, form.values))
      })
      return redirect(destination(query), {
        flash: { kind: 'success', text: localize(ctx.locale, accountTexts.saved) },
      })
    }),
  view: (about, input) => <AboutYou about={about} {...input} />,
})

function AboutYou({ about, form }: ViewInput & { about: AboutData }) {
  const t = useTexts(accountTexts)
  return (
    <div className="mx-auto max-w-2xl">
      <PageTitle lead={t('aboutLead')}>{t('about')}</PageTitle>
      <FormAlert message={form.message} />
      <form method="post" noValidate className="grid gap-5">
        <Names about={about} form={form} />
        <Address about={about} form={form} />
        <Card>
          <AboutPhones numbers={about.numbers} form={form} />
        </Card>
        <BusySubmit label={t('save')} busyLabel={t('saving')} />
      </form>
    </div>
  )
}

type PartProps = { about: AboutData; form: FormState }

function Names({ about, form }: PartProps) {
  const t = useTexts(accountTexts)
  const locale = useLocale()
  const fieldOf = (name: string, initial: string | number | null) => field(form, name, String(initial ?? ''))
  const [month, day, year] = (about.dob ?? '').split('/')
  const dob = year ? showDate(`${year}-${month}-${day}`, locale) : ''
  // Read-only instead of disabled, so that the form still sends them.
  const readOnly = about.identity_locked !== null
  // The form has been saved before, which requires a gender and an address.
  const isComplete = readOnly || (about.gender !== null && about.address1 !== '')
  return (
    <Card className="grid gap-4 sm:grid-cols-2">
      {readOnly && <Alert className="sm:col-span-2">{about.identity_locked}</Alert>}
      <TextField
        {...fieldOf('firstName', about.firstName)}
        label={t('firstName')}
        autoComplete="given-name"
        readOnly={readOnly}
        required
      />
      <TextField
        {...fieldOf('middleName', about.middleName)}
        label={t('middleName')}
        autoComplete="additional-name"
        readOnly={readOnly}
        optional
      />
      <LastNameField
        {...fieldOf(
          'lastName',
          isComplete ? displayedLastName({ first_name: about.firstName, last_name: about.lastName }) : about.lastName,
        )}
        label={t('lastName')}
        autoComplete="family-name"
        readOnly={readOnly}
        required
      />
      {readOnly && <input type="hidden" name="lk_suffix_id" value={about.lk_suffix_id ?? ''} />}
      <SelectField
        {...fieldOf('lk_suffix_id', about.lk_suffix_id)}
        label={t('suffix')}
        options={options(lk_suffix, locale)}
        autoComplete="honorific-suffix"
        placeholder={t('none')}
        disabled={readOnly}
        optional
      />
      <DateInForm
        {...fieldOf('dob', dob)}
        label={t('dob')}
        autoComplete="bday"
        readOnly={readOnly && about.dob !== null}
        required
      />
      <RadioGroup
        label={t('gender')}
        name="gender"
        options={genders.map((value) => ({ value, label: localize(locale, genderLabels[value]) }))}
        defaultValue={form.values.gender ?? about.gender ?? undefined}
        error={form.errors.gender}
        required
      />
    </Card>
  )
}

function Address({ about, form }: PartProps) {
  const t = useTexts(accountTexts)
  const locale = useLocale()
  const fieldOf = (name: string, initial: string | number | null) => field(form, name, String(initial ?? ''))
  return (
    <Card className="grid gap-4 sm:grid-cols-2">
      <TextField
        {...fieldOf('address1', about.address1)}
        label={t('address1')}
        autoComplete="address-line1"
        className="sm:col-span-2"
        required
      />
      <TextField
        {...fieldOf('address2', about.address2)}
        label={t('address2')}
        autoComplete="address-line2"
        className="sm:col-span-2"
        optional
      />
      <TextField {...fieldOf('city', about.city)} label={t('city')} autoComplete="address-level2" required />
      <SelectField
        {...fieldOf('state', about.state)}
        label={t('state')}
        options={options(lk_state, locale)}
        autoComplete="address-level1"
        placeholder
        required
      />
      <TextField
        {...fieldOf('zip', about.zip)}
        label={t('zip')}
        autoComplete="postal-code"
        inputMode="numeric"
        required
      />
    </Card>
  )
}
