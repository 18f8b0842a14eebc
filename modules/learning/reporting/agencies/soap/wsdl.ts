import { allNamed, firstNamed, parseXml, UnreadableXml, type XmlElement } from './xml.ts'

/** A parameter as a schema describes it; `namespace` is null for parameters without one. */
export type WsdlParameter = { name: string; type: string; max_length: number | null; namespace: string | null }

/** The parts of a service's description that determine how it is called. */
export type WsdlOperation = {
  namespace: string
  action: string
  /** The address that the description names. Calls go to the operator's setting; staff compare the two. */
  location: string | null
  /** In the order of the schema. */
  parameters: readonly WsdlParameter[]
  /** The elements of the schemas' types, by type name. */
  structures: Readonly<Record<string, readonly WsdlParameter[]>>
}

/**
 * Reads an operation from a WSDL 1.1 text. Schemas in separate files follow it in the same text. Null if the text is
 * not readable or does not describe the operation.
 */
export function readWsdl(text: string, operation: string): WsdlOperation | null {
  const documents = parseDocuments(text)
  const definitions = documents?.find(({ name }) => name === 'definitions')
  if (!documents || !definitions) return null
  const bound = allNamed(definitions, 'binding')
    .flatMap((binding) => binding.children)
    .find(({ name, attributes }) => name === 'operation' && attributes.name === operation)
  const schemas = documents.flatMap((xmlElement) =>
    xmlElement.name === 'schema' ? [xmlElement] : allNamed(xmlElement, 'schema'),
  )
  const schema = schemas.find(({ children }) => children.some((child) => isElement(child, operation)))
  if (!bound || !schema) return null
  const declared = schema.children.find((child) => isElement(child, operation))!
  const types = typesOf(schemas)
  return {
    namespace: schema.attributes.targetNamespace ?? definitions.attributes.targetNamespace ?? '',
    action: bound.children.find(({ name }) => name === 'operation')?.attributes.soapAction ?? '',
    location: firstNamed(definitions, 'address')?.attributes.location ?? null,
    parameters: partsOf(
      { schema, ...(types.get(localOf(declared.attributes.type ?? '')) ?? { type: declared }) },
      types,
    ),
    structures: Object.fromEntries([...types].map(([name, structure]) => [name, partsOf(structure, types)])),
  }
}

function parseDocuments(text: string): XmlElement[] | null {
  try {
    return text
      .split(/(?=<\?xml\s)/)
      .filter((part) => part.trim() !== '')
      .map((part) => parseXml(part.trim()))
  } catch (error) {
    if (error instanceof UnreadableXml) return null
    throw error
  }
}

const isElement = ({ name, attributes }: XmlElement, called: string) => name === 'element' && attributes.name === called
const isType = ({ name }: XmlElement) => name === 'complexType' || name === 'simpleType'
const localOf = (name: string) => name.slice(name.indexOf(':') + 1)

/** A type with the schema that declares it. */
type Declared = { type: XmlElement; schema: XmlElement }
type Types = ReadonlyMap<string, Declared>

const typesOf = (schemas: readonly XmlElement[]): Types =>
  new Map(
    schemas.flatMap((schema) =>
      schema.children.filter(isType).map((type) => [type.attributes.name ?? '', { type, schema }] as const),
    ),
  )

function partsOf({ type, schema }: Declared, types: Types): WsdlParameter[] {
  const { elementFormDefault, targetNamespace = null } = schema.attributes
  const namespace = elementFormDefault === 'qualified' ? targetNamespace : null
  return (firstNamed(type, 'sequence')?.children ?? [])
    .filter(({ name, attributes }) => name === 'element' && attributes.name)
    .map((part) => {
      const simple = part.children.find(isType) ?? types.get(localOf(part.attributes.type ?? ''))?.type
      return {
        name: part.attributes.name!,
        type: baseOf(simple) ?? localOf(part.attributes.type ?? ''),
        max_length: maxLengthOf(simple),
        namespace,
      }
    })
}

/** The built-in type that a simple type restricts; a structure keeps its own name. */
function baseOf(type: XmlElement | undefined): string | null {
  if (type?.name !== 'simpleType') return null
  const base = firstNamed(type, 'restriction')?.attributes.base
  return base ? localOf(base) : null
}

function maxLengthOf(type: XmlElement | undefined): number | null {
  if (type?.name !== 'simpleType') return null
  const value = firstNamed(type, 'maxLength')?.attributes.value
  return value && /^\d{1,6}$/.test(value) ? Number(value) : null
}
