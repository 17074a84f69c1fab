/** The part of the client that is used: an `import()` of the client itself bundles all of its commands. */
export { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
