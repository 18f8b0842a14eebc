import { type Ctx, port } from '#platform/ctx.ts'
import { localize, texts } from '#platform/texts.ts'
import { zoneOf } from '#platform/zone.ts'
import { cellText } from './cell.shared.ts'

/** The name of the person who exports a file: 'Ana Diaz (17)'. */
export const exporterName = port<(ctx: Ctx) => Promise<string>>('exporter-name')

/** The provenance of an exported file: a sheet after its rows, and the footer of each printed page. */
export type AboutExport = { title: string; rows: readonly (readonly string[])[]; foot: string }

const messages = texts({
  title: ['About this export', 'Acerca de esta exportación'],
  file: ['File', 'Archivo'],
  by: ['Exported By', 'Exportado por'],
  viewedBy: ['Exported By / Viewed By', 'Exportado por / Visto por'],
  organization: ['Organization', 'Organización'],
  at: ['Exported On', 'Exportado el'],
  zone: ['Time zone', 'Zona horaria'],
  reference: ['Reference', 'Referencia'],
  trail: [
    'To see who exported this file, look up this reference in the event history.',
    'Para saber quién exportó este archivo, busque esta referencia en el historial de eventos.',
  ],
})

/** Describes who exports the file `name`, when and where; the reference is the `request_id` of its audit row. */
export async function aboutExport(ctx: Ctx, name: string, reference = ctx.request.id): Promise<AboutExport> {
  const { actor, locale, organization } = ctx
  const t = (key: keyof typeof messages) => localize(locale, messages[key])
  const exporter = await ctx.use(exporterName)(ctx)
  const at = cellText(
    { kind: 'instant', choices: [], precise: true },
    ctx.now.toISOString(),
    locale,
    organization.time_zone,
  )
  const viewed = actor.kind === 'user' && actor.viewed_by !== null
  return {
    title: t('title'),
    rows: [
      [t('file'), name],
      [t(viewed ? 'viewedBy' : 'by'), exporter],
      [t('organization'), `${organization.name} (${organization.code})`],
      [t('at'), at],
      [t('zone'), zoneOf(ctx)],
      [t('reference'), reference],
      [t('trail')],
    ],
    foot: `${exporter} · ${organization.code} · ${at} · ${reference}`,
  }
}
