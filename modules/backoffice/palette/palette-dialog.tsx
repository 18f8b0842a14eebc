import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import type { TextOf } from '#platform/texts.ts'
import { callApi } from '#platform/ui/api.ts'
import { Dialog } from '#platform/ui/dialog.tsx'
import { controlClasses } from '#platform/ui/input.tsx'
import { useLocale, useTexts } from '#platform/ui/locale.tsx'
import { menuItemClasses } from '#platform/ui/popover.tsx'
import { useSearch } from '#platform/ui/use-search.ts'
import type { FoundRecord } from './find-records.ts'
import { paletteTexts } from './palette.texts.ts'
import { type Entry, matchPages, type PageEntry } from './palette-pages.ts'

type Group = { value: string; items: Entry[] }

/** Finds destinations by a few letters: pages immediately, records once the server has found them. */
export default function PaletteDialog({ pages, onClose }: { pages: readonly PageEntry[]; onClose: () => void }) {
  const t = useTexts(paletteTexts)
  const locale = useLocale()
  const [text, setText] = useState('')
  const { results, ask } = useSearch<FoundRecord>(findRecords)
  const pageItems = text.trim() ? matchPages(pages, text) : []
  const records = text.trim() ? recordGroups(results.options, t) : []
  const groups = [{ value: t('pages'), items: pageItems }, ...records].filter(({ items }) => items.length > 0)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Dialog open onClose={onClose} title={t('title')} width="medium">
      <Autocomplete.Root
        inline
        open
        items={groups}
        mode="none"
        autoHighlight="always"
        locale={locale}
        value={text}
        onValueChange={(value, { reason }) => {
          // Choosing an entry navigates; it does not fill the field.
          if (reason === 'item-press') return
          setText(value)
          ask(value)
        }}
      >
        <Autocomplete.Input
          // As an attribute, because the browser focuses it when it opens the dialog.
          ref={(input) => input?.setAttribute('autofocus', '')}
          aria-label={t('field')}
          placeholder={t('field')}
          maxLength={100}
          className={controlClasses}
        />
        <p role="status" className="min-h-7 pt-2 text-sm text-muted-foreground">
          {statusOf(text, results.state, count, t)}
        </p>
        <Autocomplete.List className="max-h-[50dvh] overflow-y-auto">
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="px-3 pt-2 text-sm font-semibold text-muted-foreground">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.value}
                    value={entry}
                    onClick={() => location.assign(entry.value)}
                    className={`${menuItemClasses} cursor-pointer text-foreground data-highlighted:bg-accent`}
                  >
                    <span className="min-w-0 flex-1 wrap-anywhere">{entry.label}</span>
                    {entry.detail && (
                      <span className="text-sm wrap-anywhere text-muted-foreground">{entry.detail}</span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}

type Say = TextOf<typeof paletteTexts>

const recordGroups = (records: readonly FoundRecord[], t: Say): Group[] =>
  [...Map.groupBy(records, ({ kind }) => kind)].map(([kind, list]) => ({
    value: t(kind),
    items: list.map(({ href, label, detail }) => ({ value: href, label, detail })),
  }))

type State = ReturnType<typeof useSearch>['results']['state']

function statusOf(text: string, state: State, count: number, t: Say): string {
  if (!text.trim()) return t('lead')
  if (state === 'failed') return t('failed')
  if (state === 'loading') return t('searching')
  return count === 0 ? t('none') : t('found', { n: count })
}

async function findRecords(text: string, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  if (!text.trim()) return []
  const response = await callApi((api) => api.GET('/find/records', { params: { query: { text } }, signal }), {
    quiet: true,
  })
  if (!response.ok) throw new Error(response.message)
  return response.data.found
}
