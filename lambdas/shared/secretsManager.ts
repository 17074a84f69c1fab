export { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
