import { type Ctx, port } from '#platform/ctx.ts'
import { defineErrors } from '#platform/errors.ts'

/** Starts exporting a list in the background, with the query of the call. */
export const longExports =
  port<(ctx: Ctx, call: string, input: Readonly<Record<string, unknown>>) => Promise<void>>('grid.long-exports')

export const longExportErrors = defineErrors({
  inBackground: [
    409,
    'EXPORT_IN_BACKGROUND',
    [
      "This list is long, so we're preparing its file in the background. You'll get a notification when it's ready.",
      'La lista es larga, así que preparamos su archivo en segundo plano. Recibirá una notificación cuando esté listo.',
    ],
  ],
})
