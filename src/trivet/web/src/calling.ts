// Messages of the browser's push service.

import { serviceWorker } from "#post";
import { api } from "./api";
import type { Calling } from "./wire";

/** Whether this browser takes messages, at this address. */
export const canBeCalled = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis;

const text = (data: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(data ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

async function registered(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(serviceWorker());
  return navigator.serviceWorker.ready;
}

/** The way to this browser, by its id: see `Turns.add` of the server. */
export async function wayHere(): Promise<string> {
  const found = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (!found) return "";
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`push ${found.endpoint}`));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Ask for the permission, on a click, and tell the server. */
export async function callHere(push_key: string): Promise<Calling | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const manager = (await registered()).pushManager;
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: push_key });
  return api.subscribe({ endpoint: made.endpoint, key: text(made.getKey("p256dh")), secret: text(made.getKey("auth")) });
}
