"""Watches a camera by WHEP with aiortc, a program that is not ours: FRAMES pictures, then DELETE.

Arguments: the WHEP address, how many frames. The token comes in the environment, as NIGHTJAR_TOKEN.
Prints one line of JSON: {"status", "location", "firstFrameMs", "frames", "width", "height", "endStatus"}.
"""

import asyncio
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from aiortc import RTCPeerConnection, RTCSessionDescription

FRAME_LIMIT_S = 30


def ask(url, method, body=None):
    headers = {"authorization": "Bearer " + os.environ["NIGHTJAR_TOKEN"]}
    if body is not None:
        headers["content-type"] = "application/sdp"
    request = urllib.request.Request(url, method=method, headers=headers, data=body and body.encode())
    try:
        with urllib.request.urlopen(request, timeout=15) as answer:
            return answer.status, answer.headers.get("location"), answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, None, refusal.read().decode()


async def main(url, wanted_frames):
    connection = RTCPeerConnection()
    track_came = asyncio.get_running_loop().create_future()
    connection.on("track", lambda track: track.kind == "video" and track_came.set_result(track))
    connection.addTransceiver("video", direction="recvonly")
    started_s = time.monotonic()
    await connection.setLocalDescription(await connection.createOffer())
    in_thread = asyncio.get_running_loop().run_in_executor
    status, location, answer = await in_thread(None, ask, url, "POST", connection.localDescription.sdp)
    told = {"status": status, "location": location}
    if status == 201:
        await connection.setRemoteDescription(RTCSessionDescription(answer, "answer"))
        track = await asyncio.wait_for(track_came, FRAME_LIMIT_S)
        for frames in range(1, wanted_frames + 1):
            frame = await asyncio.wait_for(track.recv(), FRAME_LIMIT_S)
            if frames == 1:
                told["firstFrameMs"] = round(1000 * (time.monotonic() - started_s))
            told.update(frames=frames, width=frame.width, height=frame.height)
        told["endStatus"] = (await in_thread(None, ask, urllib.parse.urljoin(url, location), "DELETE"))[0]
    else:
        told["message"] = answer
    await connection.close()
    print(json.dumps(told))


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
