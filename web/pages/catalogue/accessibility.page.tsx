import { pathTo } from '#platform/path-to.ts'
import { alsoAuditors, anyone } from '#platform/permissions.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import { withCarriedParams } from '#platform/web/frame.ts'
import { page, type ViewInput } from '#platform/web/page.ts'
import { PublicLayout } from '#web/layouts/public.tsx'
import { accessibilityTexts } from './accessibility.texts.ts'

/** The accessibility statement: what works, what is missing, and the school's contact details. */
export default page({
  address: '/accessibility',
  restorable: true,
  title: accessibilityTexts.title,
  may: alsoAuditors(anyone),
  layout: PublicLayout,
  load: ({ ctx }) => ({ name: ctx.organization.name }),
  view: ({ name }, input) => <Statement name={name} {...input} />,
})

const works = ['keyboard', 'reader', 'zoom', 'motion', 'password', 'idle', 'time'] as const
const gaps = ['captions', 'pdf', 'memory', 'typing', 'signedOut', 'outside'] as const

function Statement({ name, frame }: ViewInput & { name: string }) {
  const t = useTexts(accessibilityTexts)
  const { phone, hours } = frame.support
  return (
    <article className="grid max-w-prose gap-5">
      <h1 className="text-3xl font-bold tracking-tight">{t('title')}</h1>
      <p>{t('lead', { name })}</p>
      <Points title={t('works')} points={works.map((key) => t(key))} />
      <Points title={t('gaps')} points={gaps.map((key) => t(key))} />
      <section className="grid gap-2">
        <h2 className="text-xl font-semibold">{t('contact')}</h2>
        <p>{t('contactText')}</p>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <TextLink href={withCarriedParams(frame, pathTo('/support/contact'))}>{t('write')}</TextLink>
          {phone && <TextLink href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{t('phone', { phone })}</TextLink>}
        </p>
        {hours && <p className="text-muted-foreground">{hours}</p>}
      </section>
    </article>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section>
      <h2 className="mb-2 text-xl font-semibold">{title}</h2>
      <ul className="grid list-disc gap-1.5 ps-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
