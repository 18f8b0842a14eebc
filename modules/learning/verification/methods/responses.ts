import { type Method, methodsOf } from '#modules/learning/due-check/options.ts'
import { type Waivable, waivable } from '#modules/learning/verification/waivers.sql.ts'
import type { Ctx } from '#platform/ctx.ts'
import { z } from '#platform/schema.ts'
import type { IdentityMethod, SetupContext } from './method.ts'
import { type identityMethods, isQuestion, methodOf, methods } from './methods.ts'

type Entries = typeof identityMethods
type Shape = z.ZodRawShape
type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
  ? All
  : never

const mergeShapes = (selected: readonly Method[], shapeOf: (entry: IdentityMethod) => Shape | undefined): Shape =>
  Object.assign({}, ...selected.map((method) => shapeOf(methodOf(method))))

const questionMethods = methods.filter(isQuestion)
const measuringMethods = methods.filter((method) => !isQuestion(method))

/** The fields in which a check shows its method's content. */
export const contentShape = mergeShapes(
  [...questionMethods, ...measuringMethods],
  ({ content }) => content.shape,
) as Intersection<Entries[Method]['content']['shape']>

/** The null values of these fields, for methods that the check does not use now. */
export const noContent = Object.fromEntries(Object.keys(contentShape).map((field) => [field, null])) as {
  [Field in keyof typeof contentShape]: null
}

type SetupShapeOf<M extends Method> = Intersection<NonNullable<Entries[M]['setup']>['shape']>
type AskingMethod = { [M in Method]: Entries[M]['questions'] extends null ? never : M }[Method]

/** The setup fields of question methods, and those of the others. */
export const setupShapes = {
  questions: mergeShapes(questionMethods, ({ setup }) => setup?.shape) as SetupShapeOf<AskingMethod>,
  others: mergeShapes(measuringMethods, ({ setup }) => setup?.shape) as SetupShapeOf<Exclude<Method, AskingMethod>>,
}

type SetupFields = z.output<z.ZodObject<typeof setupShapes.questions & typeof setupShapes.others>>

/** The fields of each method in the setup of a course. */
export async function readSetupFields(ctx: Ctx, context: SetupContext): Promise<SetupFields> {
  const fields: object[] = []
  for (const method of methods) fields.push((await methodOf(method).setup?.read(ctx, context)) ?? {})
  return Object.assign({}, ...fields)
}

const waivedShape = { waived_at: z.string().nullable(), waived_reason: z.string().nullable() }

type EvidenceOf<M extends Waivable> =
  NonNullable<Entries[M]['waiver']> extends { evidence: { shape: infer S extends Shape } } ? S : never
type EvidenceShape = {
  [M in Waivable as NonNullable<Entries[M]['setup']>['part']]: z.ZodNullable<
    z.ZodObject<EvidenceOf<M> & typeof waivedShape>
  >
}

/** The staff view of methods that can be turned off, by their setup names; null for unused ones. */
export const evidenceShape = Object.fromEntries(
  waivable.map((method) => {
    const { setup, waiver } = methodOf(method)
    return [setup!.part, z.object({ ...waiver!.evidence.shape, ...waivedShape }).nullable()]
  }),
) as EvidenceShape

/** The evidence of each method that can be turned off, by setup part; null for methods that the course does not use. */
export async function readEvidence(ctx: Ctx, context: SetupContext): Promise<z.output<z.ZodObject<EvidenceShape>>> {
  const courseMethods = methodsOf(context.version)
  const fields: [string, object | null][] = []
  for (const method of waivable) {
    const { setup, waiver } = methodOf(method)
    const state = courseMethods.includes(method)
      ? { ...(await waiver!.evidence.read(ctx, context)), ...readWaiver(context, method) }
      : null
    fields.push([setup!.part, state])
  }
  return Object.fromEntries(fields) as z.output<z.ZodObject<EvidenceShape>>
}

/** The time and reason when staff turned a method off; without a reason, the student did so in the setup. */
function readWaiver({ setup }: SetupContext, method: Waivable) {
  const { waived_at, by_staff } = setup?.waivers[method] ?? {}
  return { waived_at: waived_at?.toISOString() ?? null, waived_reason: by_staff?.reason ?? null }
}
