import { useState } from 'react'
import { pathTo } from '#platform/path-to.ts'
import { useApi } from '#platform/ui/api.ts'
import { sendFile } from '#platform/ui/send-file.ts'
import { useUnsaved } from '#platform/ui/unsaved.ts'
import type { Draft } from './use-template-draft.ts'

/** Saves a draft: a new template opens its own page, an existing one gets a new version. */
export function useTemplateSaves(certificate_template_id: number | null, openedVersion: number, draft: Draft) {
  const { call, busy, failure } = useApi()
  const [savedDraft, setSavedDraft] = useState(draft)
  const [version, setVersion] = useState(openedVersion)
  const [saved, setSaved] = useState(0)
  const unsaved = draft !== savedDraft
  useUnsaved(unsaved)
  async function save() {
    const { name, name_es, design } = draft
    const template = {
      ...design,
      fields: design.fields.map((field) => ({ ...field, text: [...field.text] as [string, string] })),
    }
    if (certificate_template_id === null) {
      const response = await call((api) =>
        api.POST('/course/createCertTemplate', { body: { name, name_es, template } }),
      )
      if (!response.ok) return
      setSavedDraft(draft)
      location.assign(
        pathTo('/manage/certificates/templates/:templateId', { templateId: response.data.certificate_template_id }),
      )
      return
    }
    const body = { certificate_template_id, name, name_es, template, version }
    const response = await call((api) => api.PUT('/course/updateCertificateTemplate', { body }))
    if (!response.ok) return
    setVersion(response.data.version)
    setSavedDraft(draft)
    setSaved(saved + 1)
  }
  /** The id of the background; null if it was refused. */
  async function upload(file: File): Promise<number | null> {
    const response = await call(() =>
      sendFile<{ certificate_background_id: number }>('/certificate/template/background', file, () => {}),
    )
    return response.ok ? response.data.certificate_background_id : null
  }
  return { save, upload, busy, failure, unsaved, saved, savedDraft, version }
}
