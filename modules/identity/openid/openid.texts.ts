import { texts } from '#platform/texts.ts'

export const openidTexts = texts({
  name: ['Enter a name for the button.', 'Escriba un nombre para el botón.'],
  issuer: ["Enter the provider's issuer.", 'Escriba el emisor del proveedor.'],
  clientId: ['Enter the client ID.', 'Escriba el ID de cliente.'],
  claim: [
    'A claim has only letters, digits and the characters _ - . : /.',
    'Un atributo solo tiene letras, números y los caracteres _ - . : /.',
  ],
  domain: ['Enter a domain, such as example.com.', 'Escriba un dominio, por ejemplo, example.com.'],
  works: [
    "The connection works. The provider has {n, plural, one {{n} signing key} other {{n} signing keys}}. Sign in once to test the client's ID and secret.",
    'La conexión funciona. El proveedor tiene {n, plural, one {{n} clave de firma} other {{n} claves de firma}}. Inicie sesión una vez para probar el ID y el secreto del cliente.',
  ],
  unreachable: [
    "We couldn't read {issuer}/.well-known/openid-configuration or the provider's keys: {detail}.",
    'No pudimos leer {issuer}/.well-known/openid-configuration ni las claves del proveedor: {detail}.',
  ],
  unreadable: [
    'The response of {detail} is not an OpenID Connect configuration.',
    'La respuesta de {detail} no es una configuración de OpenID Connect.',
  ],
  issuerDiffers: [
    'The provider calls itself {detail}. Enter that as its issuer.',
    'El proveedor se llama a sí mismo {detail}. Escríbalo como emisor.',
  ],
  addresses: [
    "The provider's configuration has an address that isn't a public https address.",
    'La configuración del proveedor tiene una dirección que no es una dirección https pública.',
  ],
  algorithms: [
    'The provider signs with none of the algorithms RS256, PS256, ES256, ES384 and EdDSA.',
    'El proveedor no firma con ninguno de los algoritmos RS256, PS256, ES256, ES384 y EdDSA.',
  ],
  keys: ['The provider has published no signing keys.', 'El proveedor no ha publicado claves de firma.'],
})
