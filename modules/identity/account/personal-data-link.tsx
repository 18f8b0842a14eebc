import { pathTo } from '#platform/path-to.ts'
import { texts } from '#platform/texts.ts'
import { Panel } from '#platform/ui/card.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { TextLink } from '#platform/ui/parts.tsx'
import type { AccountPlace } from './account-place.shared.ts'

const messages = texts({
  ownTitle: ['Your data', 'Sus datos'],
  own: ['Download everything we store about you', 'Descargar todo lo que guardamos sobre usted'],
  title: ['Personal data', 'Datos personales'],
  download: ["Download or erase this person's data", 'Descargar o borrar los datos de esta persona'],
})

/** Links to the page where people download their data, and where staff download or erase a student's data. */
export function PersonalDataLink({ own, kind, user_id }: AccountPlace) {
  const t = useTexts(messages)
  if (!own && (kind !== 'student' || user_id === null)) return null
  const path = own ? pathTo('/settings/personal-data') : pathTo('/manage/personal-data/:user_id', { user_id: user_id! })
  return (
    <Panel title={t(own ? 'ownTitle' : 'title')}>
      <TextLink href={path}>{t(own ? 'own' : 'download')}</TextLink>
    </Panel>
  )
}
