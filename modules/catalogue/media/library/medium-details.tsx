import { useEffect, useRef, useState } from 'react'
import { extensionOf } from '#modules/catalogue/media/media-kind.shared.ts'
import { useApi } from '#platform/ui/api.ts'
import { Button } from '#platform/ui/button.tsx'
import { TextField } from '#platform/ui/field.tsx'
import { type Loaded, ShowLoaded, useLoaded } from '#platform/ui/loaded.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { toast } from '#platform/ui/toast.ts'
import { DeleteMedium } from './delete-medium.tsx'
import { libraryTexts } from './library.texts.ts'
import { MediumCaptions } from './medium-captions.tsx'
import type { Medium } from './send-medium.ts'
import { UploadState } from './upload-parts.tsx'
import { useUpload } from './use-upload.ts'

type Props = {
  medium: Medium
  /** `replaced`: the content has changed. */
  onChanged: (medium: Medium, replaced?: boolean) => void
  onDeleted: () => void
  /** Whether it was just uploaded, so that a picture's description is requested first. */
  fresh?: boolean
  /** Called with the alternative text while it is typed. */
  onAlt: (alt: string) => void
}
type Use = {
  course_name: string
  version_number: number
  /** null for the image of the course, or the picture of a question. */
  component_name: string | null
  component_id: number | null
  question_title: string | null
  question_id: number | null
  course_version_id: number
}

/** The details of a chosen file: texts, captions, uses and actions. */
export function MediumDetails({ medium, fresh = false, onChanged, onDeleted, onAlt }: Props) {
  const t = useTexts(libraryTexts)
  const { attachment_id } = medium
  const loaded = useLoaded<{ uses: Use[] }>(null, (api) =>
    api.GET('/attachment/uses/{attachment_id}', { params: { path: { attachment_id } } }),
  )
  return (
    <section className="grid gap-4 border-t pt-4">
      <MediumTexts medium={medium} fresh={fresh} onChanged={onChanged} onAlt={onAlt} />
      {medium.type === 'video' && <MediumCaptions medium={medium} />}
      <Uses loaded={loaded} />
      <div className="flex flex-wrap items-start gap-3">
        <Replace medium={medium} onChanged={onChanged} />
        {loaded.data?.uses.length === 0 && <DeleteMedium medium={medium} label={t('delete')} onDeleted={onDeleted} />}
      </div>
    </section>
  )
}

function MediumTexts({ medium, fresh, onChanged, onAlt }: Omit<Props, 'onDeleted'>) {
  const firstField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (fresh) firstField.current?.focus()
  }, [fresh])
  const t = useTexts(libraryTexts)
  const { call, busy } = useApi()
  const [name, setName] = useState(medium.name)
  const [alt, setAlt] = useState(medium.alt ?? '')
  const save = async () => {
    const { attachment_id } = medium
    const response = await call((api) =>
      api.PUT('/attachment/media/{attachment_id}', { params: { path: { attachment_id } }, body: { name, alt } }),
    )
    if (!response.ok) return
    toast({ kind: 'success', text: t('saved') })
    onChanged(response.data.attachment)
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        ref={medium.type === 'image' ? undefined : firstField}
        label={t('name')}
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {medium.type === 'image' && (
        <TextField
          ref={firstField}
          label={t('alt')}
          hint={t('altHint')}
          maxLength={500}
          value={alt}
          onChange={({ currentTarget: { value } }) => {
            setAlt(value)
            onAlt(value)
          }}
        />
      )}
      {(name !== medium.name || alt !== (medium.alt ?? '')) && (
        <Button variant="outline" size="sm" busy={busy} disabled={!name.trim()} onClick={() => void save()}>
          {t('save')}
        </Button>
      )}
    </div>
  )
}

/** Its uses, shown before deleting; a file that is in use cannot be deleted. */
function Uses({ loaded }: { loaded: Loaded<{ uses: Use[] }> }) {
  const t = useTexts(libraryTexts)
  return (
    <div>
      <h3 className="font-semibold">{t('uses')}</h3>
      <ShowLoaded loaded={loaded}>
        {({ uses }) =>
          uses.length === 0 ? (
            <p className="text-sm text-muted-foreground">{t('unused')}</p>
          ) : (
            <ul className="max-h-40 list-disc overflow-y-auto ps-5 text-sm">
              {uses.map((use) => (
                <li key={`${use.course_version_id}-${use.component_id}-${use.question_id}`}>
                  {t(textOfUse(use), {
                    course: use.course_name,
                    version: use.version_number,
                    lesson: use.component_name ?? '',
                    question: use.question_title ?? '',
                  })}
                </li>
              ))}
            </ul>
          )
        }
      </ShowLoaded>
    </div>
  )
}

function textOfUse({ version_number, component_id, question_id }: Use) {
  if (question_id !== null) return version_number > 0 ? 'usedInQuestion' : 'usedInQuestionOfDraft'
  if (component_id === null) return version_number > 0 ? 'usedAsImage' : 'usedAsImageInDraft'
  return version_number > 0 ? 'usedIn' : 'usedInDraft'
}

function Replace({ medium, onChanged }: Pick<Props, 'medium' | 'onChanged'>) {
  const t = useTexts(libraryTexts)
  const input = useRef<HTMLInputElement>(null)
  const uploading = useUpload(medium.organization_id, (changedMedium) => {
    toast({ kind: 'success', text: t(medium.type === 'video' ? 'videoReplaced' : 'replaced', { name: medium.name }) })
    onChanged(changedMedium, true)
  })
  return (
    <div className="grid min-w-0 flex-1 gap-2">
      <div>
        <Button variant="outline" size="sm" busy={uploading.busy} onClick={() => input.current?.click()}>
          {t('replace')}
        </Button>
        <p className="text-sm text-muted-foreground">{t('replaceHint')}</p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('replace')}
        accept={medium.type === 'image' ? '.jpeg,.jpg,.jpe,.jfif,.png,.gif,.webp' : `.${extensionOf(medium.name)}`}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) void uploading.upload(file, { replaces: medium.attachment_id })
          currentTarget.value = ''
        }}
      />
      <UploadState uploading={uploading} />
    </div>
  )
}
