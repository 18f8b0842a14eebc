import { SubmitButton } from '#platform/ui/button.tsx'
import { SelectField, TextField } from '#platform/ui/field.tsx'
import { PageTitle } from '#platform/ui/parts.tsx'
import type { Frame } from '#platform/web/frame.ts'
import { ColorSection, StatusSection, TypeSection } from './look-sections.tsx'
import { ButtonSection, FieldSection, ListSection, MessageSection } from './part-sections.tsx'
import { SceneSection } from './scene-section.tsx'

/** The page of the gallery. */
export function Gallery({ frame }: { frame: Frame }) {
  return (
    <main id="main" className="mx-auto grid max-w-page gap-12 px-4 py-8 sm:px-6">
      <PageTitle eyebrow="Development" lead="Everything that pages are made of, in the colors of any organization.">
        Gallery
      </PageTitle>
      <LookForm frame={frame} />
      <SceneSection />
      <TypeSection />
      <ColorSection />
      <StatusSection />
      <ButtonSection />
      <FieldSection />
      <MessageSection />
      <ListSection />
    </main>
  )
}

function LookForm({ frame }: { frame: Frame }) {
  return (
    <form className="grid items-end gap-4 sm:grid-cols-4">
      <TextField label="Brand color" name="color" placeholder="#1d4ed8" defaultValue={frame.brand.color ?? ''} />
      <SelectField
        label="Theme"
        name="theme"
        defaultValue={frame.theme}
        options={[
          { value: 'system', label: 'Device' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <SelectField
        label="Language"
        name="locale"
        defaultValue={frame.locale}
        options={[
          { value: 'en-us', label: 'English' },
          { value: 'es-es', label: 'Spanish' },
        ]}
      />
      <SubmitButton>Show</SubmitButton>
    </form>
  )
}
