import { field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { choice, flag } from '../../core/fields/inputs';
import { SCHEME_CHOICES, SIGNATURE_SCHEMES } from '../../core/webhooks/signature';

/** Options of every event of the node. */
export const webhookFields = fieldSet({
	signatureScheme: field(choice(SIGNATURE_SCHEMES, SCHEME_CHOICES).optional(), {
		in: 'form',
		label: 'Signature Scheme',
		description:
			'How messages are signed; change it only if signatures fail with the documented one',
		default: 'canonicalHex',
		show: 'option',
	}),
	reportRepairs: field(flag().optional(), {
		in: 'form',
		label: 'Report Repairs',
		description:
			'Whether to return an item when a check had to create, change or remove a webhook; one that somebody else deactivated or redirected is always reported',
		default: false,
		show: 'option',
	}),
	takeOver: field(flag().optional(), {
		in: 'form',
		label: 'Take Over',
		description:
			'Whether publishing redirects the webhooks that this workflow has at another host, for an n8n that has moved or whose URL changes; do not turn it on while another n8n uses the same workflow',
		default: false,
		show: 'option',
	}),
});
