import { checkCertificate } from '#modules/learning/certificates/check-certificate.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#platform/errors.ts'
import { dateFormat } from '#platform/locale-format.ts'
import { pathTo } from '#platform/path-to.ts'
import { anyone } from '#platform/permissions.ts'
import { type Locale, localize } from '#platform/texts.ts'
import { Alert } from '#platform/ui/alert.tsx'
import { SubmitButton } from '#platform/ui/button.tsx'
import { Card } from '#platform/ui/card.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { Facts, PageTitle, TextLink } from '#platform/ui/parts.tsx'
import { CarriedFields } from '#platform/web/carried-fields.tsx'
import { type Frame, withCarriedParams } from '#platform/web/frame.ts'
import { page } from '#platform/web/page.ts'
import { type PageRedirect, redirect } from '#platform/web/page-redirect.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { type PublicSite, publicSite } from '#web/pages/catalogue/head.ts'
import { previewAddress, siteBrand } from '#web/site-icons.ts'
import { checkTexts } from './check.texts.ts'

type Checked = Awaited<ReturnType<typeof checkCertificate.run>>
type Result = { code: string; checked: Checked | null } | null
type PageData = { result: Result; site: PublicSite; brand: Awaited<ReturnType<typeof siteBrand>> }

export default page({
  address: '/certificate/check/:code?',
  title: checkTexts.title,
  may: anyone,
  layout: PublicLayout,
  async load({ ctx, params, query }): Promise<PageData | PageRedirect> {
    if (query.code?.trim())
      return redirect(pathTo('/certificate/check/:code', { code: query.code.trim().slice(0, 40) }))
    const { code } = params
    const result = code ? { code, checked: await find(ctx, code) } : null
    return { result, site: publicSite(ctx), brand: await siteBrand(ctx) }
  },
  // The preview shows no more than the page's kind and the school.
  head: ({ result, site, brand }, locale) =>
    result?.checked
      ? {
          card: {
            title: localize(locale, checkTexts.title),
            site: site.name,
            image: site.origin + previewAddress(brand, locale),
            imageAlt: localize(locale, checkTexts.title),
          },
        }
      : {},
  view: ({ result }, { locale, frame }) => <CheckPage result={result} locale={locale} frame={frame} />,
})

/** An unknown code has a normal response instead of a 404, because people mistype. */
async function find(ctx: Ctx, code: string): Promise<Checked | null> {
  try {
    return await checkCertificate.run(ctx, { code })
  } catch (error) {
    if (error instanceof Refusal && (error.kind.status === 404 || error.kind.status === 400)) return null
    throw error
  }
}

function CheckPage({ result, locale, frame }: { result: Result; locale: Locale; frame: Frame }) {
  const t = useTexts(checkTexts)
  return (
    <div className="mx-auto grid max-w-xl gap-5">
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      {result?.checked ? (
        <FoundCertificate checked={result.checked} locale={locale} frame={frame} />
      ) : (
        <>
          {result && <Alert variant="error">{t('unknown')}</Alert>}
          <CodeForm code={result?.code ?? ''} carried={frame.carried} />
        </>
      )}
    </div>
  )
}

function CodeForm({ code, carried }: { code: string; carried: string }) {
  const t = useTexts(checkTexts)
  return (
    <Card>
      <form action={pathTo('/certificate/check')} className="grid gap-4">
        <CarriedFields carried={carried} />
        <TextField
          name="code"
          label={t('code')}
          defaultValue={code}
          placeholder="K7QM-2XWD-9TPA"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          required
        />
        <SubmitButton>{t('check')}</SubmitButton>
      </form>
    </Card>
  )
}

function FoundCertificate({ checked, locale, frame }: { checked: Checked; locale: Locale; frame: Frame }) {
  const t = useTexts(checkTexts)
  const {
    status,
    certificate_number,
    course_name,
    organization_name,
    initials,
    replaced_by,
    valid_until,
    expired_ind,
  } = checked
  return (
    <>
      <Alert
        variant={
          expired_ind ? 'attention' : status === 'valid' ? 'success' : status === 'replaced' ? 'attention' : 'error'
        }
        title={t(expired_ind ? 'expired' : status)}
      />
      <Card>
        <Facts
          facts={[
            [t('course'), course_name],
            [t('organization'), organization_name],
            [t('issued'), dateText(checked, locale)],
            ...(valid_until
              ? [
                  [
                    t('validUntil'),
                    dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(valid_until)),
                  ] as const,
                ]
              : []),
            [t('number'), certificate_number],
            ...(replaced_by ? [[t('replacedBy'), replaced_by] as const] : []),
            [t('initials'), initials],
          ]}
        />
        <p className="mt-4 text-muted-foreground">{t('compare')}</p>
      </Card>
      <p>
        <TextLink href={withCarriedParams(frame, pathTo('/certificate/check'))}>{t('checkAnother')}</TextLink>
      </p>
    </>
  )
}

/** The same day as on the certificate itself. */
const dateText = ({ issued_at, time_zone }: { issued_at: string; time_zone: string }, locale: Locale): string =>
  dateFormat(locale, { dateStyle: 'long', timeZone: time_zone }).format(new Date(issued_at))
